import Positioning
import Testing

@testable import LocalTracker

struct PolygonTests {
    static let square = ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])
    static let hole = ring([(4, 4), (6, 4), (6, 6), (4, 6), (4, 4)])

    static func ring(_ points: [(Double, Double)]) -> [Coordinate] {
        points.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    @Test(arguments: [
        (1.0, 1.0, true), (5, 5, false), (9.9, 0.1, true), (-1, 5, false), (11, 5, false), (5, 11, false),
    ])
    func aHoleIsOutside(_ longitude: Double, _ latitude: Double, _ isInside: Bool) {
        let polygon = Polygon(rings: [Self.square, Self.hole])
        #expect(polygon.contains(Coordinate(latitude: latitude, longitude: longitude)) == isInside)
    }
}

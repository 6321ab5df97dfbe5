import Positioning

/// A part of the drawing: metres of a plane, fitted into a box of SVG units, north up.
struct SVGCanvas {
    /// A place in SVG units.
    typealias Point = (x: Double, y: Double)

    let left: Double
    let top: Double
    let width: Double
    let height: Double
    private let plane: LocalPlane
    private let centre: (east: Double, north: Double)
    /// SVG units of one metre.
    let scale: Double

    /// A box that shows all `places`, or at least `span` metres around them.
    init(
        _ places: [Coordinate], atLeast span: Double, left: Double, top: Double, width: Double, height: Double
    ) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        plane = LocalPlane(origin: places.first ?? Coordinate(latitude: 0, longitude: 0))
        let offsets = places.map(plane.offset)
        let east = (offsets.map(\.east).min() ?? 0, offsets.map(\.east).max() ?? 0)
        let north = (offsets.map(\.north).min() ?? 0, offsets.map(\.north).max() ?? 0)
        centre = ((east.0 + east.1) / 2, (north.0 + north.1) / 2)
        scale = min(width / max(east.1 - east.0, span), height / max(north.1 - north.0, span))
    }

    /// Where `place` is drawn.
    func point(_ place: Coordinate) -> Point {
        let offset = plane.offset(of: place)
        return (
            left + width / 2 + (offset.east - centre.east) * scale,
            top + height / 2 - (offset.north - centre.north) * scale
        )
    }

    /// A line through `places`, without those that would not be seen.
    func line(_ places: [Coordinate], _ style: String) -> String {
        var drawn: [Point] = []
        for (index, place) in places.enumerated() {
            let next = point(place)
            let isSeen = drawn.last.map { abs($0.x - next.x) + abs($0.y - next.y) >= 0.3 } ?? true
            if isSeen || index == places.count - 1 { drawn.append(next) }
        }
        let points = drawn.map { "\(decimal($0.x, 1)),\(decimal($0.y, 1))" }.joined(separator: " ")
        return "<polyline points=\"\(points)\" \(style)/>\n"
    }

    /// A dot.
    func dot(_ place: Coordinate, radius: Double, _ style: String) -> String {
        let centre = point(place)
        return
            "<circle cx=\"\(decimal(centre.x, 1))\" cy=\"\(decimal(centre.y, 1))\" r=\"\(decimal(radius, 1))\" \(style)/>\n"
    }

    /// A bar of a round number of metres, at most `width` long, that begins at `x`, `y`.
    func scaleBar(x: Double, y: Double, width: Double) -> String {
        let most = width / scale
        let powers = [0.1, 1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]
        let metres = powers.flatMap { [$0, $0 * 2, $0 * 5] }.last { $0 <= most } ?? 0.1
        let label = metres >= 1000 ? "\(decimal(metres / 1000, 0)) km" : "\(decimal(metres, metres < 1 ? 1 : 0)) m"
        let end = x + metres * scale
        return """
            <path d="M\(decimal(x, 1)) \(decimal(y - 4, 1))V\(decimal(y, 1))H\(decimal(end, 1))V\(decimal(y - 4, 1))" \
            fill="none" stroke="#333"/>
            <text x="\(decimal(end + 6, 1))" y="\(decimal(y, 1))">\(label)</text>

            """
    }
}

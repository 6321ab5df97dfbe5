import Glibc
import Positioning
import Testing

/// Known answers from GeographicLib's `GeodSolve -i` (Karney 2013) and from Vincenty's own paper.
@Suite struct DistanceTests {
    @Test(arguments: [
        (-37.95103341666667, 144.42486788888888, -37.65282113888889, 143.92649552777777, 54_972.271, 0.002),
        (50.06632, -5.71475, 58.64402, -3.07009, 969_954.166, 0.01),
        (0, 0, 0, 1, 111_319.491, 0.001),
        (0, 0, 1, 0, 110_574.389, 0.001),
        (89, 0, 90, 0, 111_693.865, 0.001),
        (0, 179.9995, 0, -179.9995, 111.319, 0.001),
        (89.9999, 0, 89.9999, 180, 22.339, 0.001),
        (-89.9999, -90, -89.9999, 90, 22.339, 0.001),
        (40.6, -73.8, 51.6, -0.5, 5_551_759.4, 0.5),
    ])
    func knownDistances(lat1: Double, lon1: Double, lat2: Double, lon2: Double, metres: Double, within: Double) {
        let here = Coordinate(latitude: lat1, longitude: lon1)
        let there = Coordinate(latitude: lat2, longitude: lon2)
        #expect(abs(here.distance(to: there) - metres) <= within)
        #expect(abs(there.distance(to: here) - metres) <= within)
    }

    @Test func nearlyAntipodalPointsAreWithinAPercent() {
        let distance = Coordinate(latitude: 0, longitude: 0).distance(to: Coordinate(latitude: 0.5, longitude: 179.7))
        #expect(abs(distance - 19_944_127) < 19_944_127 * 0.006)
    }

    @Test func chordAndVincentyMeetWhereOneTakesOver() {
        for course in stride(from: 0.0, to: 360, by: 15) {
            let here = Coordinate(latitude: 48, longitude: 11)
            let north = 0.9 * cosine(course), east = 1.34 * sine(course)
            let near = here.distance(to: Coordinate(latitude: 48 + north * 0.9999, longitude: 11 + east * 0.9999))
            let far = here.distance(to: Coordinate(latitude: 48 + north * 1.0001, longitude: 11 + east * 1.0001))
            #expect(abs(far / near - 1.0001 / 0.9999) < 1e-5)
        }
    }

    @Test func theSamePointIsNoWayOff() {
        let here = Coordinate(latitude: 90, longitude: 12)
        #expect(here.distance(to: here) == 0)
        #expect(here.distance(to: Coordinate(latitude: 90, longitude: -77)) < 1e-6)
    }

    @Test(arguments: [(350.0, 10.0, 20.0), (10, 350, 20), (0, 180, 180), (90, 90, 0), (359.5, 0.5, 1), (270, 45, 135)])
    func turnsAreSafeAcrossNorth(first: Double, second: Double, degrees: Double) {
        #expect(abs(Coordinate.turn(from: first, to: second) - degrees) < 1e-9)
    }

    @Test func bearingsPointWhereTheyShould() {
        let here = Coordinate(latitude: 0, longitude: 180)
        #expect(abs(here.bearing(to: Coordinate(latitude: 0, longitude: -179)) - 90) < 1e-9)
        #expect(abs(here.bearing(to: Coordinate(latitude: 0, longitude: 179)) - 270) < 1e-9)
        #expect(here.bearing(to: Coordinate(latitude: 1, longitude: 180)) == 0)
        #expect(abs(here.bearing(to: Coordinate(latitude: -1, longitude: 180)) - 180) < 1e-9)
    }
}

private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
private func sine(_ degrees: Double) -> Double { cos((degrees - 90) * .pi / 180) }

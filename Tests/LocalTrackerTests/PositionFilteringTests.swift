import Positioning
import Testing

@testable import LocalTracker

struct PositionFilteringTests {
    /// A row of the table: what the filter says of a sample `seconds` and `metres` (northward) from the earlier
    /// neighbour, with the given accuracies.
    struct Case: Sendable, CustomTestStringConvertible {
        var filtering: PositionFiltering
        var milliseconds: Int64
        var metres: Double
        var accuracies: (Double?, Double?) = (nil, nil)
        var stored: Bool

        var testDescription: String { "\(filtering) \(milliseconds) ms \(metres) m \(accuracies)" }
    }

    static let cases = [
        Case(filtering: .none, milliseconds: 1, metres: 0, stored: true),
        Case(filtering: .timeBased, milliseconds: 29_999, metres: 1000, stored: false),
        Case(filtering: .timeBased, milliseconds: 30_000, metres: 0, stored: true),
        Case(filtering: .timeBased, milliseconds: -29_999, metres: 1000, stored: false),
        Case(filtering: .timeBased, milliseconds: -30_000, metres: 0, stored: true),
        Case(filtering: .distanceBased, milliseconds: 3_600_000, metres: 29.9, stored: false),
        Case(filtering: .distanceBased, milliseconds: 1, metres: 30.1, stored: true),
        Case(filtering: .accuracyBased, milliseconds: 1, metres: 14.9, accuracies: (5, 10), stored: false),
        Case(filtering: .accuracyBased, milliseconds: 1, metres: 15.1, accuracies: (5, 10), stored: true),
        Case(filtering: .accuracyBased, milliseconds: 1, metres: 4.9, accuracies: (nil, 5), stored: false),
        Case(filtering: .accuracyBased, milliseconds: 1, metres: 0, stored: true),
    ]

    @Test(arguments: cases)
    func eachFilterHasItsBoundary(_ row: Case) {
        let start = UTCTime(seconds: 1_800_000_000)
        let here = Coordinate(latitude: 47, longitude: 8)
        // One degree of latitude is 111,170 m at 47 degrees north.
        let there = Coordinate(latitude: 47 + row.metres / 111_170, longitude: 8)
        let earlier = stored(start, here, row.accuracies.0)
        let sample = PositionSample(
            device: "d", time: start.advanced(by: row.milliseconds), position: there, accuracy: row.accuracies.1)
        let neighbours: (StoredPosition?, StoredPosition?) = row.milliseconds > 0 ? (earlier, nil) : (nil, earlier)
        #expect(row.filtering.stores(sample, after: neighbours.0, before: neighbours.1) == row.stored)
    }

    @Test(arguments: PositionFiltering.allCases)
    func theFirstPositionOfADeviceIsStored(_ filtering: PositionFiltering) {
        let sample = PositionSample(
            device: "d", time: UTCTime(seconds: 0), position: Coordinate(latitude: 0, longitude: 0), accuracy: 100)
        #expect(filtering.stores(sample, after: nil, before: nil))
    }

    private func stored(_ time: UTCTime, _ position: Coordinate, _ accuracy: Double?) -> StoredPosition {
        StoredPosition(device: "d", time: time, received: time, position: position, accuracy: accuracy)
    }
}

import AmazonLocation
import Positioning

/// What a tracker's own filter does to positions that it receives, and bills all the same.
///
/// The rules are those of the Amazon Location developer guide (position filtering).
struct TrackerFilter {
    /// Milliseconds between two stored positions under TimeBased.
    static let interval: Int64 = 30_000
    /// Metres between two stored positions under DistanceBased.
    static let distance = 30.0

    let filtering: PositionFiltering

    /// True if the tracker stores `fix`, given the last one that it stored. What an unknown filter does is not known.
    func stores(_ fix: Fix, after last: Fix) -> Bool {
        switch filtering {
        case .timeBased:
            return fix.sampleTime.since(last.sampleTime) >= Self.interval
        case .distanceBased:
            return moved(fix, last) >= Self.distance
        case .accuracyBased:
            return moved(fix, last) >= (fix.horizontalAccuracy ?? 0) + (last.horizontalAccuracy ?? 0)
        case .other:
            return true
        }
    }

    /// The rule in words.
    var rule: String {
        switch filtering {
        case .timeBased: "TimeBased stores one position per 30 s"
        case .distanceBased: "DistanceBased does not store moves of less than 30 m"
        case .accuracyBased: "AccuracyBased does not store moves of less than the sum of both accuracies"
        case .other(let name): "the filter \(name) is not known to this version"
        }
    }

    private func moved(_ fix: Fix, _ last: Fix) -> Double {
        guard let here = fix.coordinate, let there = last.coordinate else { return .infinity }
        return here.distance(to: there)
    }
}

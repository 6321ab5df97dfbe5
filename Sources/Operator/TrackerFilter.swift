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

    /// waypost-tracker's word for no filter at all; the service has none such.
    private static let none = PositionFiltering.other("None")

    let filtering: PositionFiltering

    /// True for a filter whose rule this version knows.
    var isKnown: Bool {
        if case .other = filtering { filtering == Self.none } else { true }
    }

    /// True if the tracker stores `new`, given the last position that it stored and still has. Nil if that cannot be
    /// told: of a filter that is not known, and where nothing is left to measure a distance from. (A position of the
    /// last 30 s is always left.)
    func stores(_ new: PlaceInTime, after last: PlaceInTime?) -> Bool? {
        switch filtering {
        case .timeBased:
            guard let last else { return true }
            return new.time.since(last.time) >= Self.interval
        case .distanceBased:
            return moved(new, last).map { $0 >= Self.distance }
        case .accuracyBased:
            return moved(new, last).map { $0 >= (new.accuracy ?? 0) + (last?.accuracy ?? 0) }
        case .other:
            return filtering == Self.none ? true : nil
        }
    }

    /// The rule in words.
    var rule: String {
        switch filtering {
        case .timeBased: "TimeBased stores one position per 30 s"
        case .distanceBased: "DistanceBased does not store moves of less than 30 m"
        case .accuracyBased: "AccuracyBased does not store moves of less than the sum of both accuracies"
        case Self.none: "waypost-tracker's None stores everything"
        case .other(let name): "the filter \(name) is not known to this version"
        }
    }

    private func moved(_ new: PlaceInTime, _ last: PlaceInTime?) -> Double? {
        guard let last else { return nil }
        guard let here = new.place, let there = last.place else { return .infinity }
        return here.distance(to: there)
    }
}

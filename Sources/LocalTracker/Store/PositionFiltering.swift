import Positioning

/// What a tracker stores of the positions that it receives (Amazon Location, PositionFiltering).
///
/// An update that is not stored is no error: it is answered like one that is.
public enum PositionFiltering: String, CaseIterable, Sendable {
    /// At most one position per device in 30 s of sample time.
    case timeBased = "TimeBased"
    /// Moves of less than 30 m are not stored.
    case distanceBased = "DistanceBased"
    /// Moves of less than the sum of both positions' accuracies are not stored; a missing accuracy counts as 0.
    case accuracyBased = "AccuracyBased"
    /// Everything is stored. The service has no such filter: it is for tests.
    case none = "None"

    /// Milliseconds between two stored positions of a device under `timeBased`.
    static let interval: Int64 = 30_000
    /// Metres between two stored positions of a device under `distanceBased`.
    static let distance = 30.0

    /// True if `sample` is stored between its neighbours by sample time among the device's stored positions.
    ///
    /// The service does not say what it compares a late sample with. Comparing with the neighbours in sample time
    /// makes the outcome nearly independent of the order of arrival, so a backlog that comes after a live position
    /// is not lost; for samples that arrive in order it is the last stored position.
    func stores(_ sample: PositionSample, after earlier: StoredPosition?, before later: StoredPosition?) -> Bool {
        switch self {
        case .none:
            return true
        case .timeBased:
            return [earlier, later].compactMap { $0 }.allSatisfy { abs(sample.time.since($0.time)) >= Self.interval }
        case .distanceBased:
            guard let earlier else { return true }
            return earlier.position.distance(to: sample.position) >= Self.distance
        case .accuracyBased:
            guard let earlier else { return true }
            return earlier.position.distance(to: sample.position) >= (earlier.accuracy ?? 0) + (sample.accuracy ?? 0)
        }
    }
}

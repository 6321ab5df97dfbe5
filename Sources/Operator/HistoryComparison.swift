import AmazonLocation
import Outbox
import Positioning

/// Holds the fixes of this box against the tracker's history of the same time.
///
/// Fixes and positions belong together by their sample time in milliseconds, as the service itself matches them.
struct HistoryComparison {
    /// Degrees by which places may differ: both sides keep 7 decimals.
    private static let tolerance = 1.5e-7

    private let filter: TrackerFilter?
    private let settled: IDRanges
    private let lowWater: Int64
    private let refused: Set<Int64>
    private let deadLetters: Set<Int64>
    private var there: [Int64: Coordinate] = [:]
    /// What the tracker has, oldest first, from the last position before the window on.
    private let stored: [PlaceInTime]

    /// How many fixes had which fate.
    private(set) var counts: [FixFate: Int] = [:]
    /// Fixes with a fate that must not be, at most `faultLimit` of them.
    private(set) var faults: [(fix: StoredFix, fate: FixFate)] = []
    static let faultLimit = 20
    /// True if one of the refused fixes is a dead letter still, of which can be told why it was refused.
    private(set) var hasDeadLetters = false

    /// - Parameters:
    ///   - positions: all of the tracker's.
    ///   - earlier: the tracker's last one before these; nil if there is none.
    ///   - filter: the tracker's filter, if it is known.
    ///   - lowWater: every id up to here is settled,
    ///   - settled: and these.
    ///   - refused: ids of dead letters, dropped ones too.
    ///   - deadLetters: those that were not dropped.
    init(
        positions: [PlaceInTime], earlier: PlaceInTime?, filter: TrackerFilter?, lowWater: Int64, settled: IDRanges,
        refused: Set<Int64>, deadLetters: Set<Int64>
    ) {
        for position in positions { there[position.time.milliseconds] = position.place }
        stored = ((earlier.map { [$0] } ?? []) + positions).sorted { $0.time < $1.time }
        self.filter = filter
        self.lowWater = lowWater
        self.settled = settled
        self.refused = refused
        self.deadLetters = deadLetters
    }

    /// Positions of the tracker that no fix of this box belongs to: older than what is kept here, or from elsewhere.
    var onlyThere: Int { there.count }

    /// Takes the next fix of this box; they come in the order of their ids.
    mutating func add(_ stored: StoredFix) {
        let fate = fate(of: stored)
        counts[fate, default: 0] += 1
        if fate == .refused, deadLetters.contains(stored.id) { hasDeadLetters = true }
        if fate.isFault, faults.count < Self.faultLimit { faults.append((stored, fate)) }
    }

    private mutating func fate(of stored: StoredFix) -> FixFate {
        if let place = there.removeValue(forKey: stored.fix.sampleTime.milliseconds) {
            return stored.fix.coordinate.map { Self.agree($0, place) } == true ? .stored : .elsewhere
        }
        if refused.contains(stored.id) { return .refused }
        guard stored.id <= lowWater || settled.contains(stored.id) else { return .waiting }
        guard let filter else { return .unknown }
        switch filter.stores(PlaceInTime(stored.fix), after: lastStored(before: stored.fix.sampleTime)) {
        case true?: return .missing
        case false?: return .filtered
        case nil: return .unknown
        }
    }

    /// What to do about what was found, a sentence for each fate.
    var advice: [String] {
        FixFate.allCases.filter { counts[$0] ?? 0 > 0 && ($0 != .refused || hasDeadLetters) }.compactMap(\.advice)
    }

    /// What the tracker's filter held a fix of `time` against; nil if the tracker has nothing that is older.
    private func lastStored(before time: UTCTime) -> PlaceInTime? {
        var (low, high) = (0, stored.count)
        while low < high {
            let middle = (low + high) / 2
            if stored[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? stored[low - 1] : nil
    }

    private static func agree(_ left: Coordinate, _ right: Coordinate) -> Bool {
        let east = abs(left.longitude - right.longitude)
        return abs(left.latitude - right.latitude) <= tolerance && min(east, 360 - east) <= tolerance
    }
}

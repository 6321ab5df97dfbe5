import Positioning
import Sampling

/// What a replay says about a set of rules.
public struct ReplayFigures: Equatable, Sendable {
    /// Epochs of the recording: `kept` and all that is `dropped`.
    public var fixes: Int
    /// Fixes that would have been stored.
    public var kept: Int
    /// Epochs that would not, by reason.
    public var dropped: [String: Int]
    /// Length in kilometres of the way through all fixes that passed the gates.
    public var km: Double
    /// Hours from the first of them to the last.
    public var hours: Double
    /// Distances to where the kept fixes put the vehicle at that moment; nil if nothing was kept.
    public var sed: Spread?
    /// Distances to the drawn line; nil if nothing was kept.
    public var ped: Spread?

    /// Two figures of a distribution, in metres.
    public struct Spread: Equatable, Sendable {
        /// The greatest value.
        public var max: Double
        /// The value that 95 % do not exceed, between neighbours in proportion.
        public var p95: Double

        init?(_ values: [Double]) {
            let sorted = values.sorted()
            guard let last = sorted.last else { return nil }
            let rank = 0.95 * Double(sorted.count - 1)
            let below = sorted[Int(rank)]
            let above = sorted[Swift.min(Int(rank) + 1, sorted.count - 1)]
            max = last
            p95 = below + (rank - rank.rounded(.down)) * (above - below)
        }
    }

    /// Kept fixes a kilometre; nil for a recording that went nowhere.
    public var keptPerKilometre: Double? {
        km > 0 ? Double(kept) / km : nil
    }

    init(of run: Run, deviations: [Deviation]) {
        var dropped = run.recording.unusable
        for case .drop(let reason) in run.verdicts { dropped[reason.rawValue, default: 0] += 1 }
        self.dropped = dropped
        kept = run.kept.count
        fixes = kept + dropped.values.reduce(0, +)
        var metres = 0.0
        var (first, last): (Fix?, Fix?)
        for fix in run.passed {
            if let here = last?.coordinate, let there = fix.coordinate { metres += here.distance(to: there) }
            first = first ?? fix
            last = fix
        }
        km = metres / 1000
        hours = Double((first?.sampleTime).flatMap { last?.sampleTime.since($0) } ?? 0) / 3_600_000
        sed = Spread(deviations.map(\.sed))
        ped = Spread(deviations.map(\.ped))
    }
}

import AmazonLocation
import Outbox
import Sampling

/// The contract between the sampling rules and the tracker's filter, which stores less than it bills.
struct FilterContract {
    /// A filter that throws away less than this part is no matter.
    private static let bearable = 0.05
    /// Stored fixes that are tried against the filter, and how many it takes to tell anything.
    private static let sampleSize = 2000
    private static let leastSample = 20

    let filter: TrackerFilter
    /// The tracker's name.
    let tracker: String
    /// What the agent keeps by; nil if that has faults.
    let rules: SamplingRules?
    let outboxPath: String

    /// What there is to say of it.
    var finding: Finding {
        guard filter.isKnown else {
            return Finding("filter", .note, "\(filter.rule): what it does not store cannot be told")
        }
        guard let (sample, lost) = lostPart else {
            return Finding("filter", .note, "\(filter.rule); there are no fixes yet to try it on")
        }
        guard lost > Self.bearable else {
            return Finding("filter", .ok, "\(filter.rule); \(sample) it stores nearly all")
        }
        let percent = Int((lost * 100).rounded())
        return Finding(
            "filter", .warning, "\(filter.rule); \(sample) about \(percent) %, paid for all the same, are not stored",
            advice: advice)
    }

    /// Tried on the newest stored fixes, whatever settings kept them; without enough of them, told from the interval if
    /// nothing else decides.
    private var lostPart: (sample: String, part: Double)? {
        let newest = try? OutboxReader(path: outboxPath).newest(limit: Self.sampleSize)
        let fixes = (newest ?? []).reversed().map { PlaceInTime($0.fix) }
        guard fixes.count >= Self.leastSample, var last = fixes.first else {
            guard filter.filtering == .timeBased, let interval = rules?.onlyInterval else { return nil }
            // Of as many as it takes to be late enough, the last one is stored.
            let each = (TrackerFilter.interval + interval - 1) / interval
            return ("with your settings", 1 - 1 / Double(each))
        }
        var stored = 1
        for fix in fixes.dropFirst() where filter.stores(fix, after: last) == true {
            stored += 1
            last = fix
        }
        return ("of the last \(fixes.count) fixes kept", 1 - Double(stored) / Double(fixes.count))
    }

    private var advice: String {
        let accuracyBased =
            "aws location update-tracker --tracker-name \(tracker) --position-filtering AccuracyBased"
        switch filter.filtering {
        case .timeBased:
            let isLong = rules?.interval ?? 0 >= TrackerFilter.interval
            let isOften = rules?.heartbeat ?? TrackerFilter.interval < TrackerFilter.interval
            return accuracyBased
                + fewer(
                    (isLong ? [] : ["sampling.interval = 30s"]) + (isOften ? ["sampling.heartbeat = 5min"] : []),
                    by: "interval")
        case .distanceBased:
            let isLong = rules?.distance ?? 0 >= TrackerFilter.distance
            return accuracyBased + fewer(isLong ? [] : ["sampling.distance = 30m"], by: "distance")
        case .accuracyBased:
            return "it stores no fix within the error of the one before: keep fewer of a standing vehicle (a longer "
                + "sampling.heartbeat) and of a slow one (sampling.max-error or sampling.distance for the interval)"
        case .other: return "keep fewer fixes: see SAMPLING in waypost.conf(5)"
        }
    }

    /// What else to set so that `trigger` alone keeps: under `all` no other keeps any sooner.
    private func fewer(_ changes: [String], by trigger: String) -> String {
        let others = rules?.keepWhen == .all ? [] : rules?.triggers.filter { $0 != trigger } ?? []
        let all = changes + others.map { "sampling.\($0) = off" }
        guard !all.isEmpty else { return "; your settings of now keep fewer than those fixes show" }
        return ", or keep fewer fixes: " + all.joined(separator: ", ")
    }
}

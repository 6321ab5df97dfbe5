import Outbox
import Positioning

/// Fixes that were shed and not told of yet: a long backlog goes in many steps, and each is not worth a line.
struct Losses {
    private var counts: [ShedCause: Int] = [:]
    private var copies: [String] = []
    private var told: BootTime?

    mutating func add(_ count: Int, _ cause: ShedCause) {
        if count > 0 { counts[cause, default: 0] += count }
    }

    mutating func add(_ step: Shedding) {
        if let cause = step.cause { add(step.count, cause) }
        if case .removedCopy(let path) = step { copies.append(path) }
    }

    /// Tells of them when it is all, else from time to time.
    mutating func tell(isAll: Bool, now: BootTime, _ report: (RecorderEvent) -> Void) {
        for copy in copies { report(.copyRemoved(copy)) }
        copies = []
        guard !counts.isEmpty, isAll || told.map({ now.since($0) >= Housekeeping.period }) ?? true else { return }
        for cause in ShedCause.allCases { counts[cause].map { report(.shed($0, cause)) } }
        counts = [:]
        told = now
    }
}

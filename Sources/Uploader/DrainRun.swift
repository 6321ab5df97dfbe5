import Delivery
import Outbox
import Positioning

/// A drain: from when on, and when to end it.
struct DrainRun {
    /// After so many failed outer attempts it gives up.
    static let failures = 3
    /// After so many milliseconds without a readable outbox, or a store that can be written, it gives up; and for a fix that
    /// the service refuses for now, neither a drain nor the dead letters that go again wait longer.
    static let patience: Int64 = 5000

    /// When it began.
    let startedAt: BootTime
    /// What was counted before.
    var before = DeliveryCounters()

    /// A drain from `startedAt` on.
    init(at startedAt: BootTime) {
        self.startedAt = startedAt
    }

    /// True if nothing is left that can be sent now.
    func isOver(_ engine: DeliveryEngine, _ stores: Stores, isOpen: Bool, now: BootTime) -> Bool {
        let status = engine.status(now: now)
        let isLate = now.since(startedAt) >= Self.patience
        let isUnsaved = engine.unsavedSince.map { now.since($0) >= Self.patience } ?? false
        let isStuck = isLate && (stores.outbox.problem != nil || !isOpen) || isUnsaved
        let isFinished = engine.isFinished(butForWaitsAbove: Self.patience, now: now)
        return isFinished || status.hold != nil || status.failures >= Self.failures || isStuck
    }

    /// Positions that were delivered or refused since it began, now that `counters` say so.
    func settled(_ counters: DeliveryCounters) -> Int64 {
        counters.delivered - before.delivered + counters.dead - before.dead
    }

    /// What it did up to `now`.
    func summary(
        _ engine: DeliveryEngine, _ stores: Stores, bytes: Int64, lastError: String?, now: BootTime
    ) -> DrainSummary {
        let after = stores.delivery.counters
        return DrainSummary(
            delivered: after.delivered - before.delivered, repeated: after.repeated - before.repeated,
            dead: after.dead - before.dead, pending: engine.isFinished ? 0 : stores.outbox.pendingCount(),
            bytes: bytes, milliseconds: now.since(startedAt), lastError: lastError ?? stores.outbox.problem)
    }
}

import Outbox
import Positioning

/// Chooses the fixes of the next batch from what is pending: one lane in order of time, or under `live-first` two,
/// each ascending: what came in since an outage ended, and the backlog before it.
struct Lanes {
    /// What a look at the outbox brought.
    struct Look: Equatable {
        /// The next batch; empty if none is due.
        var fixes: [StoredFix] = []
        /// When to look again although no doorbell rang; nil if there is nothing to wait for.
        var again: BootTime?
        /// Nothing is pending but, at most, a batch that waits to fill.
        var isDrained = false
    }

    /// The newest batch goes within this many milliseconds after an outage.
    static let liveSpread: Int64 = 5000
    /// Milliseconds for which a look at what came in since the outage is good while the backlog drains and no doorbell
    /// rings.
    static let quiet: Int64 = 1000

    var order: DeliverySettings.Order
    var linger: Int64
    /// The backlog waits until then.
    var backlogNotBefore: BootTime?
    private var liveNotBefore: BootTime?
    /// The next batch is the newest one.
    private(set) var isRecovering = false
    /// Ids above it came in since the outage ended.
    private var liveFloor: Int64?
    private var head: (id: Int64, since: BootTime)?
    /// When what came in since the outage was looked at last, and was not due; nil if it is to be looked at again.
    private var quietSince: BootTime?

    init(order: DeliverySettings.Order, linger: Int64) {
        self.order = order
        self.linger = linger
    }

    /// Fixes wait to fill a batch.
    var isFilling: Bool { head != nil }

    /// The newest batch since the outage is sent, and what came in before it is the backlog.
    var hasSentNewest: Bool { liveFloor != nil && !isRecovering }

    /// Something may have come in.
    mutating func doorbell() {
        quietSince = nil
    }

    /// Under `live-first`: the newest batch goes next, not before `time`.
    mutating func newestFirst(notBefore time: BootTime?) {
        guard order == .liveFirst else { return }
        isRecovering = true
        liveNotBefore = time
    }

    /// Looks for the next batch. `urgent` skips every wait.
    mutating func look(
        _ storage: any DeliveryStorage, excluding leased: IDRanges, urgent: Bool, now: BootTime
    ) throws(StorageFailure) -> Look {
        if isRecovering, let look = try newest(storage, excluding: leased, urgent: urgent, now: now) { return look }
        let floor = liveFloor
        let mustWait = !urgent && backlogNotBefore.map { $0 > now } ?? false
        if floor == nil, mustWait { return Look(again: backlogNotBefore) }
        if floor == nil || urgent || !isQuiet(now: now) {
            let newer = try storage.pending(
                after: floor ?? .min, through: .max, limit: DeliverySettings.batchSize, excluding: leased)
            if isDue(newer, urgent: urgent, now: now) { return Look(fixes: newer) }
            quietSince = now
        }
        let filled = head.map { $0.since.advanced(by: linger) }
        guard let floor else { return Look(again: filled, isDrained: true) }
        if mustWait { return Look(again: [filled, backlogNotBefore].compactMap { $0 }.min()) }
        let older = try storage.pending(
            after: .min, through: floor, limit: DeliverySettings.batchSize, excluding: leased)
        if older.isEmpty { liveFloor = nil }
        return Look(fixes: older, again: filled, isDrained: older.isEmpty)
    }

    /// The newest batch if there is more than one; nil if all fits in one, and order does not matter.
    private mutating func newest(
        _ storage: any DeliveryStorage, excluding leased: IDRanges, urgent: Bool, now: BootTime
    ) throws(StorageFailure) -> Look? {
        if !urgent, let time = liveNotBefore, time > now { return Look(again: time) }
        let newest = try storage.newestPending(limit: DeliverySettings.batchSize + 1, excluding: leased)
        isRecovering = false
        guard let last = newest.last, newest.count > DeliverySettings.batchSize else { return nil }
        liveFloor = last.id
        head = nil
        return Look(fixes: Array(newest.suffix(DeliverySettings.batchSize)))
    }

    private func isQuiet(now: BootTime) -> Bool {
        guard let quietSince, now.since(quietSince) < Self.quiet else { return false }
        return head.map { now.since($0.since) < linger } ?? true
    }

    private mutating func isDue(_ fixes: [StoredFix], urgent: Bool, now: BootTime) -> Bool {
        guard let first = fixes.first else {
            head = nil
            return false
        }
        let since = head?.id == first.id ? head?.since ?? now : now
        let due = urgent || fixes.count >= DeliverySettings.batchSize || now.since(since) >= linger
        head = due ? nil : (first.id, since)
        return due
    }
}

import Delivery
import Outbox
import Positioning
import Runtime

/// Looks at the agent's outbox. It is opened for each look, and closed before the look returns; what that brought beyond
/// what was asked for serves the next ones.
final class OutboxLook {
    private let path: String
    private let file: UploaderFile
    private let clock: any MachineClock
    /// What is pending at the first look is all that there is: for a drain, which is not to run after the agent.
    private let stopsAtFirst: Bool
    private var ceiling = Int64.max
    private var ahead = ReadAhead()
    /// Why the outbox could not be read at the last look; nil if it could.
    private(set) var problem: String?

    /// Looks at `path` for what `file` does not know to be settled.
    init(_ path: String, for file: UploaderFile, stopsAtFirst: Bool, clock: any MachineClock) {
        (self.path, self.file, self.stopsAtFirst, self.clock) = (path, file, stopsAtFirst, clock)
    }

    private var delivery: DeliveryStore { file.store }

    /// At most `limit` pending fixes with `after` < id <= `through` that are not in `excluding`, ids ascending.
    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix] {
        if let found = first(limit, of: ahead, after: after, through: through, excluding: excluding) { return found }
        return try look { [self] (outbox) throws(OutboxError) in
            let needed = limit + excluding.count
            let read = try ReadAhead(
                outbox, after: max(after, delivery.lowWater), count: needed + ReadAhead.surplus,
                resolved: delivery.resolved, now: clock.bootTime)
            // A few new fixes do not displace a backlog.
            if read.fixes.count > needed { ahead = read }
            let found =
                first(limit, of: read, after: after, through: min(through, read.through), excluding: excluding) ?? []
            if found.isEmpty, let end = read.end { throw end }
            return found
        }
    }

    private func first(
        _ limit: Int, of ahead: ReadAhead, after: Int64, through: Int64, excluding: IDRanges
    ) -> [StoredFix]? {
        ahead.first(
            limit, after: max(after, delivery.lowWater), through: min(through, ceiling), resolved: delivery.resolved,
            excluding: excluding, now: clock.bootTime)
    }

    /// The newest `limit` of them, ids ascending.
    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix] {
        try look { [self] (outbox) throws(OutboxError) in
            var page = limit + excluding.count
            while true {
                let rows = try outbox.newest(above: delivery.lowWater, limit: page)
                let found = rows.filter { row in
                    row.id <= ceiling && !delivery.resolved.contains(row.id) && !excluding.contains(row.id)
                }
                if found.count >= limit || rows.count < page { return found.prefix(limit).reversed() }
                page *= 4
            }
        }
    }

    /// How many fixes wait for delivery; nil if the outbox cannot be read now.
    func pendingCount() -> Int64? {
        try? look { [delivery] (outbox) throws(OutboxError) in
            try outbox.pending(resolved: delivery.resolved).count
        }
    }

    /// What waits for delivery, for whoever only wants to know: the engine does not hear of an outbox that was replaced.
    /// Nil if the outbox cannot be read now.
    var backlog: PendingSummary? {
        do throws(OutboxError) {
            let outbox = try OutboxReader(path: path)
            let isKnown = outbox.header.generation == delivery.generation
            return try outbox.pending(resolved: isKnown ? delivery.resolved : IDRanges())
        } catch {
            return nil
        }
    }

    /// Opens the outbox, reads, and closes it.
    private func look<Value>(_ body: (OutboxReader) throws(OutboxError) -> Value) throws(StorageFailure) -> Value {
        let outbox: OutboxReader
        let isKnown: Bool
        do throws(OutboxError) {
            outbox = try OutboxReader(path: path)
            try file.recover()
            let isFirst = delivery.generation == nil
            isKnown = try delivery.adopt(outbox) == .same || isFirst
        } catch {
            throw unreadable(error)
        }
        problem = nil
        if stopsAtFirst, ceiling == .max || !isKnown { ceiling = outbox.header.nextID - 1 }
        guard isKnown else {
            ahead = ReadAhead()
            throw .replaced
        }
        do throws(OutboxError) {
            return try body(outbox)
        } catch {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: OutboxError) -> StorageFailure {
        problem = error.description
        if case .notReady = error { return .notReady(error.description) }
        return .failed(error.description)
    }
}

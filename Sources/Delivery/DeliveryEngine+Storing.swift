import Outbox
import Positioning

/// When the word of the tracker becomes durable.
///
/// The word about a fix counts at once, but a commit is dear, for the card and for the processor. So while other requests
/// are under way their answers are waited for a little, and share a commit. What is not committed when the process is
/// killed goes again: no more answers than `in-flight`, and with one request at a time none.
extension DeliveryEngine {
    /// How long in milliseconds an answer waits for others to share a commit with.
    static let commitWait: Int64 = 250

    /// Hands over what the last answer settled.
    func settle(now: BootTime) {
        guard !unsettled.isEmpty else { return }
        storage.settle(unsettled)
        uncommitted.answers += 1
        uncommitted.since = uncommitted.since ?? now
        uncommitted.isUrgent = uncommitted.isUrgent || !unsettled.dead.isEmpty
        unsettled = Settlement()
    }

    /// Stores what is due to be stored; false if that failed, and then nothing new is sent.
    func store(now: BootTime) -> Bool {
        guard let due = commitAt(now: now) else { return true }
        guard due <= now else {
            wake(at: due)
            return unsaved == nil
        }
        do {
            try storage.commit()
            uncommitted = Uncommitted()
            if !isWaitStored { try storage.keep(storedWait) }
            isWaitStored = true
            if unsaved != nil { notices.append(.saved) }
            unsaved = nil
            return true
        } catch {
            if unsaved?.sentence != error.description { notices.append(.unsaved(error.description)) }
            let wait = unsaved.map { min($0.wait * 2, Self.longestStorageWait) } ?? Self.storageWait
            let next = Unsaved(
                since: unsaved?.since ?? now, sentence: error.description, wait: wait, retryAt: now.advanced(by: wait))
            unsaved = next
            wake(at: next.retryAt)
            return false
        }
    }

    /// Stores `wait` when something is stored next, which is at once.
    func keep(_ wait: StoredBackOff?) {
        guard wait != storedWait else { return }
        storedWait = wait
        isWaitStored = false
    }

    /// When something is to be stored; nil if there is nothing.
    private func commitAt(now: BootTime) -> BootTime? {
        guard uncommitted.since != nil || !isWaitStored else { return nil }
        if let unsaved { return unsaved.retryAt }
        let isFull = uncommitted.isUrgent || uncommitted.answers >= settings.inFlight
        guard let since = uncommitted.since, isWaitStored, !isFull, !underWay.isEmpty else { return now }
        return since.advanced(by: Self.commitWait)
    }
}

/// Why nothing can be stored, and when it is tried again.
struct Unsaved {
    var since: BootTime
    var sentence: String
    /// Milliseconds between the last attempt and the next.
    var wait: Int64
    var retryAt: BootTime
}

/// Answers whose word counts but is not on the disk yet.
struct Uncommitted {
    var answers = 0
    /// When the first of them came; nil if there is none.
    var since: BootTime?
    /// One of them refused a fix for good.
    var isUrgent = false
}

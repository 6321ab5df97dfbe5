import Outbox
import Positioning

/// When the word of the tracker becomes durable.
///
/// The word about a fix counts at once, but a commit is dear, for the card and for the processor. So while other requests
/// are under way their answers are waited for a little, and share a commit. What is not committed when the process is
/// killed goes again: no more answers than `in-flight`, and with one request at a time none.
struct Saving {
    /// How long in milliseconds an answer waits for others to share a commit with.
    private static let commitWait: Int64 = 250
    /// The first wait in milliseconds after a store could not be written; it doubles.
    private static let firstWait: Int64 = 1000
    /// The longest of these waits in milliseconds.
    private static let longestWait: Int64 = 60_000

    /// Why nothing can be stored, and when it is tried again.
    struct Failure {
        var since: BootTime
        var sentence: String
        /// Milliseconds between the last attempt and the next.
        var wait: Int64
        var retryAt: BootTime
    }

    /// Storing failed.
    private(set) var failure: Failure?
    /// What the next process has to know of a wait.
    private(set) var wait: StoredBackOff?
    private var isWaitStored = true
    /// Answers whose word counts but is not on the disk yet.
    private var answers = 0
    /// When the first of them came; nil if there is none.
    private var since: BootTime?
    /// One of them refused a fix for good.
    private var isUrgent = false

    /// True if the word of every answer is on the disk.
    var isDone: Bool { since == nil }

    /// `settlement` was handed over, to be stored.
    mutating func took(_ settlement: Settlement, now: BootTime) {
        answers += 1
        since = since ?? now
        isUrgent = isUrgent || !settlement.dead.isEmpty
    }

    /// The answers were about an outbox that is gone.
    mutating func forgetAnswers() { (answers, since, isUrgent) = (0, nil, false) }

    /// `wait` is what the process before stored.
    mutating func restored(_ wait: StoredBackOff) { self.wait = wait }

    /// Stores `wait` when something is stored next, which is at once.
    mutating func keep(_ wait: StoredBackOff?) {
        guard wait != self.wait else { return }
        self.wait = wait
        isWaitStored = false
    }

    /// When something is to be stored; nil if there is nothing. Answers to requests under way, if there are any, may share
    /// the commit; no more than `inFlight`.
    func due(inFlight: Int, hasOthersUnderWay: Bool, now: BootTime) -> BootTime? {
        guard since != nil || !isWaitStored else { return nil }
        if let failure { return failure.retryAt }
        guard let since, isWaitStored, !isUrgent, answers < inFlight, hasOthersUnderWay else { return now }
        return since.advanced(by: Self.commitWait)
    }

    /// Stores everything. Returns what people should hear of it: that it failed, for a reason that is new, or that it works
    /// again.
    mutating func store(in storage: any DeliveryStorage, now: BootTime) -> DeliveryNotice? {
        do {
            try storage.commit()
            forgetAnswers()
            if !isWaitStored { try storage.keep(wait) }
            isWaitStored = true
            defer { failure = nil }
            return failure == nil ? nil : .saved
        } catch {
            let (old, sentence) = (failure, error.description)
            let wait = old.map { min($0.wait * 2, Self.longestWait) } ?? Self.firstWait
            failure = Failure(
                since: old?.since ?? now, sentence: sentence, wait: wait, retryAt: now.advanced(by: wait))
            return old?.sentence == sentence ? nil : .unsaved(sentence)
        }
    }
}

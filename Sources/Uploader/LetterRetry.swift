import Outbox
import Positioning

/// Dead letters that go again, under ids of their own: the negative of their numbers. They are counted already, and their
/// fixes' ids may belong to an outbox that is gone.
struct LetterRetry {
    /// Dead letters that one step of a scan reads.
    private static let page = 200

    private let file: UploaderFile
    /// All dead letters above this number are to go again; nil if that was not asked for, or is done.
    private var cursor: Int64?
    /// Numbers of dead letters that were delivered after all, to be removed with the next commit, and the sample times of
    /// their fixes.
    private var delivered: [Int64: UTCTime] = [:]

    /// Of the dead letters in `file`.
    init(of file: UploaderFile) {
        self.file = file
    }

    /// True if `fix` was made here.
    static func isLetter(_ fix: StoredFix) -> Bool { fix.id < 0 }

    /// The numbers of all dead letters, of those that cannot be read too.
    func numbers() throws(OutboxError) -> [Int64] { try file.store.deadLetterNumbers() }

    /// Those of the dead letters that there are, to be sent again.
    func fixes(of numbers: Set<Int64>) throws(OutboxError) -> [StoredFix] {
        var found: [StoredFix] = []
        for number in numbers.sorted() {
            found += try fixes(after: number - 1, limit: 1).filter { $0.id == -number }
        }
        return found
    }

    /// True until `next` has nothing more.
    var hasMore: Bool { cursor != nil }

    /// Begins to send all dead letters again, `next` by `next`. Returns how many there are.
    mutating func beginAll() throws(OutboxError) -> Int {
        let numbers = try numbers()
        cursor = 0
        return numbers.count
    }

    /// The next dead letters of all that are to go again: what goes again is held in memory until it is delivered.
    mutating func next() throws(OutboxError) -> [StoredFix] {
        guard let cursor else { return [] }
        let next = try file.noting { () throws(OutboxError) in try fixes(after: cursor, limit: Self.page) }
        self.cursor = next.last.map { -$0.id }
        return next
    }

    /// Takes note of letters that were delivered after all.
    mutating func note(delivered fixes: [StoredFix]) {
        for fix in fixes { delivered[-fix.id] = fix.fix.sampleTime }
    }

    /// Removes those from the file.
    mutating func removeDelivered() throws(OutboxError) {
        guard !delivered.isEmpty else { return }
        try file.store.removeDeadLetters(delivered)
        delivered = [:]
    }

    private func fixes(after number: Int64, limit: Int) throws(OutboxError) -> [StoredFix] {
        try file.store.deadLetters(after: number, limit: limit).map {
            StoredFix(id: -$0.number, deviceID: $0.fix.deviceID, fix: $0.fix.fix)
        }
    }
}

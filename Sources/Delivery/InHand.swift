import Outbox
import Positioning

/// The fixes that are taken and not settled yet, batch by batch, each batch in one place. It alone knows in which: what goes
/// again, when and before what, and that dead letters keep apart from fixes of the outbox.
struct InHand {
    /// The most fixes of the outbox that are set aside; with more, nothing new is sent.
    static let sideLimit = 160

    /// Requests under way, by number.
    private var underWay: [Int: Batch] = [:]
    /// Batches that wait inside a request for their next attempt.
    private var retrying: [Batch] = []
    /// Batches that go again before anything new.
    private var repeating: [Batch] = []
    /// Dead letters that go again.
    private var letters: [Batch] = []
    /// Batches that wait for another try while others go: fixes that an answer named, those of one answer together, and
    /// batches that the service failed over again and again.
    private var setAside: [Batch] = []
    /// Fixes that were refused while nothing was accepted; never dead letters.
    private(set) var suspects: [StoredFix] = []
    /// The number of the last request.
    private var lastNumber = 0

    /// Every batch.
    private var batches: [Batch] { Array(underWay.values) + retrying + repeating + letters + setAside }

    /// Ids of the fixes of the outbox, so that they are not read again.
    var leased: IDRanges {
        var ids = IDRanges()
        for fix in suspects { ids.insert(fix.id) }
        for batch in underWay.values { batch.lease(to: &ids) }
        for batch in retrying { batch.lease(to: &ids) }
        for batch in repeating { batch.lease(to: &ids) }
        for batch in setAside { batch.lease(to: &ids) }
        return ids
    }

    /// Forgets every fix of the outbox: the ids belong to one that is gone. Dead letters have ids of their own.
    mutating func forgetOutbox() {
        underWay = underWay.filter(\.value.areLetters)
        retrying.removeAll { !$0.areLetters }
        setAside.removeAll { !$0.areLetters }
        (repeating, suspects) = ([], [])
    }

    // MARK: Requests

    /// Requests that are under way.
    var countUnderWay: Int { underWay.count }
    /// Requests that are not over, those that wait for their next attempt among them.
    var countOpen: Int { underWay.count + retrying.count }

    /// A request with `batch` starts. Returns its number.
    mutating func start(_ batch: Batch) -> Int {
        lastNumber += 1
        var batch = batch
        batch.number = lastNumber
        underWay[lastNumber] = batch
        return lastNumber
    }

    /// The batch of request `number`, which has ended; nil if it is not known (any more).
    mutating func end(_ number: Int) -> Batch? { underWay.removeValue(forKey: number) }

    /// `batch` goes again inside its request, not before `batch.notBefore`.
    mutating func retry(_ batch: Batch) { retrying.append(batch) }

    /// When the next attempt inside a request may start; nil if there is none.
    var nextRetry: BootTime? { earliest(retrying).map { retrying[$0].notBefore } }

    mutating func takeRetry() -> Batch? { earliest(retrying).map { retrying.remove(at: $0) } }

    // MARK: What goes again

    /// Batches that go before anything new.
    var countRepeating: Int { repeating.count }

    /// `batch` is the next of its kind to go.
    mutating func goFirst(_ batch: Batch) {
        if batch.areLetters { letters.insert(batch, at: 0) } else { repeating.insert(batch, at: 0) }
    }

    mutating func takeRepeating() -> Batch? { repeating.isEmpty ? nil : repeating.removeFirst() }

    /// Takes dead letters that are to go again, those that are not in hand already.
    mutating func add(letters fixes: [StoredFix]) {
        let known = Set(batches.flatMap(\.allFixes).map(\.id))
        letters += Batch.batches(of: fixes.filter { !known.contains($0.id) })
    }

    mutating func takeLetters() -> Batch? { letters.isEmpty ? nil : letters.removeFirst() }

    // MARK: What others go before

    /// So many fixes are set aside that nothing new is sent. Dead letters are no reason for that.
    var hasFullSide: Bool { setAside.reduce(0) { $0 + ($1.areLetters ? 0 : $1.fixes.count) } >= Self.sideLimit }

    /// `batch` waits until `batch.notBefore` while others go.
    mutating func putAside(_ batch: Batch) { setAside.append(batch) }

    /// When the first batch that is set aside goes again; nil if there is none.
    var nextAside: BootTime? { earliest(setAside).map { setAside[$0].notBefore } }

    mutating func takeAside() -> Batch? { earliest(setAside).map { setAside.remove(at: $0) } }

    /// What is set aside waits no longer.
    mutating func hurry(now: BootTime) {
        for index in setAside.indices { setAside[index].notBefore = now }
    }

    /// The service works again: what failed while everything did goes like anything else, in its order.
    mutating func recover(now: BootTime) {
        for index in setAside.indices where !setAside[index].failedAlone { setAside[index].notBefore = now }
        setAside.sort { $0.fixes[0].id < $1.fixes[0].id }
    }

    private func earliest(_ batches: [Batch]) -> Int? {
        batches.indices.min { batches[$0].notBefore < batches[$1].notBefore }
    }

    // MARK: Suspects

    /// `fixes` were refused while nothing was accepted.
    mutating func suspect(_ fixes: [StoredFix]) { suspects += fixes }

    /// One of the suspects, another one with each `choice`.
    mutating func takeSuspect(_ choice: Int) -> Batch? {
        suspects.isEmpty ? nil : Batch([suspects.remove(at: choice % suspects.count)], wasSuspect: true)
    }

    /// Something was accepted. Perhaps it was the configuration, and somebody mended it: each suspect gets another chance.
    mutating func absolve() {
        guard !suspects.isEmpty else { return }
        repeating += Batch.batches(of: suspects.sorted { $0.id < $1.id }) { Bisection($0, hasAccepted: true) }
        suspects = []
    }

    // MARK: What is left

    /// True if there is no open request.
    var isIdle: Bool { underWay.isEmpty && retrying.isEmpty }

    /// True if there is nothing.
    var isEmpty: Bool { holdsOnlyAside && setAside.isEmpty }

    /// True if there is nothing but fixes of the outbox that do not go again within `patience` milliseconds.
    func isEmpty(butForWaitsAbove patience: Int64, now: BootTime) -> Bool {
        holdsOnlyAside && setAside.allSatisfy { !$0.areLetters && $0.notBefore.since(now) > patience }
    }

    private var holdsOnlyAside: Bool { isIdle && repeating.isEmpty && letters.isEmpty && suspects.isEmpty }
}

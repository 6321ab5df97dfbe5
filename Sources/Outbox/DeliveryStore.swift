import Positioning
import SQLite

/// The one writer of `delivery.db`: the uploader's. Knows which fixes of the outbox are settled.
///
/// What was settled counts at once in this process, even if it is not saved yet or the disk cannot be written: the next
/// call of `save` that can write stores all of it. Only a restart before that sends those fixes again.
public final class DeliveryStore {
    /// What a look at the outbox brought.
    public enum Adoption: Equatable, Sendable {
        /// The outbox that the store knows.
        case same
        /// An outbox that it did not know: nothing of it counts as settled but what it says itself.
        case newGeneration
        /// An outbox of the same generation that went back in time: likewise.
        case wentBack
    }

    /// Dead letters that are kept at most; the oldest go first.
    public static let deadLetterLimit: Int64 = 10_000
    /// Milliseconds for which a dead letter stays after its refusal.
    public static let deadLetterAge: Int64 = 90 * 86_400_000

    /// Why the file was begun anew when it was opened; nil if it was sound or new.
    public let mended: SalvageReport?

    /// Why a change of the file failed, for `recover`; nil if it did not.
    public var failure: OutboxError?

    /// The file has been read: what it says of fixes and counters is known.
    public private(set) var isKnown = true

    /// The file that was opened again is not what it was when it was saved last: it was begun anew, or is another one.
    /// True until what this process knows is in it.
    public private(set) var isSaveDue = false

    private var file: DeliveryFile
    private var unsaved = UnsavedRows()
    private(set) var state: DeliveryState
    private(set) var outboxLowWater: Int64 = 0

    /// The resolved ids of the current generation.
    public private(set) var resolved: IDRanges

    /// Opens the store at `path`, or makes it. A damaged one is moved to `path.corrupt-<time>`; then what came after the
    /// outbox's own low-water mark is sent again, and the dead letters that can be read are taken over;
    /// meanwhile, as in `recover`, `signOfLife` is called all the time.
    public init(path: String, now: UTCTime, signOfLife: @escaping () -> Void = {}) throws(OutboxError) {
        var file = DeliveryFile(path: path, signOfLife: signOfLife)
        mended = try file.open(now: now, isDamaged: false)
        (self.file, state, resolved) = (file, file.state, file.ids)
    }

    /// A store at `path` that could not be opened because of `failure`, and is not to be used before `recover` has.
    public init(unopened path: String, because failure: OutboxError, signOfLife: @escaping () -> Void = {}) {
        file = DeliveryFile(path: path, signOfLife: signOfLife)
        (self.failure, mended, isKnown) = (failure, nil, false)
        (state, resolved) = (DeliveryState(), IDRanges())
    }

    /// Opens the file again if there is a `failure`, which leaves what the connection knows in doubt, and says what had to
    /// be mended. What this process knows stays, and goes with the next `save` into whatever file there is now; if
    /// `isSaveDue`, that should be at once.
    public func recover(now: UTCTime) throws(OutboxError) -> SalvageReport? {
        guard let failure else { return nil }
        var isDamaged = false
        switch failure {
        case .full where isKnown:
            self.failure = nil
            return nil
        case .damaged: isDamaged = true
        case .full, .notReady, .newerSchema, .foreign, .removed, .inUse, .noRoomToSalvage, .unwritable, .other: break
        }
        let before = file.ledger
        let report = try file.open(now: now, isDamaged: isDamaged)
        self.failure = nil
        if isKnown {
            isSaveDue = isSaveDue || file.ledger != before
        } else {
            (state, resolved, isKnown) = (file.state, file.ids, true)
        }
        state.keepOthers(of: file.state)
        unsaved.found(file.ledger)
        return report
    }

    /// Reads the file from the disk, as the agent and the next process do. What this process remembers of a page may be
    /// sound while the page is not, and `save` writes only what has changed: then nothing but this would find the damage in
    /// time, while all that was settled is still known. Throws `damaged`.
    public func check() throws(OutboxError) { try file.check() }

    /// The open file.
    var connection: Connection {
        get throws(SQLiteError) { try file.connection }
    }

    /// The generation that the ids belong to; nil before the first `adopt`.
    public var generation: Generation? { state.generation }
    /// Every id up to here is resolved.
    public var lowWater: Int64 { state.lowWater }
    /// The counters, what is not saved yet included.
    public var counters: DeliveryCounters { state.counters }
    /// The counters as of the last commit: a restart never takes them back.
    public var savedCounters: DeliveryCounters { file.state.counters }

    /// Takes note of the outbox as it is now: call it with each new reader, before asking it for fixes.
    ///
    /// Ids below its next one that have no row will never come again and count as resolved from here on.
    @discardableResult
    public func adopt(_ outbox: OutboxReader) throws(OutboxError) -> Adoption {
        let header = outbox.header
        let adoption = try state.recognise(outbox)
        let before = (state, resolved)
        if adoption != .same {
            resolved = IDRanges()
            state.begin(header.generation)
        }
        if header.lowWater > 0 { resolved.insert(1...header.lowWater) }
        let firstUnresolved = try outbox.firstUnresolved(resolved)?.id ?? header.nextID
        if firstUnresolved > 1 { resolved.insert(1...(firstUnresolved - 1)) }
        state.lowWater = resolved.lowWater(above: 0)
        outboxLowWater = header.lowWater
        guard adoption != .same else {
            if isMarkDue { saveMark() }
            return adoption
        }
        do {
            try save()
        } catch {
            // The caller does not hear of the other outbox now, so it has to be another one the next time too.
            (state, resolved) = before
            failure = error
            throw error
        }
        return adoption
    }

    /// True if the mark has come to fixes that were settled above it, because those in between were shed. The agent must
    /// hear of that, or they would count as pending until another fix is delivered. A mark that moves over shed fixes
    /// alone waits for the next `save`: it can be found again at any time.
    private var isMarkDue: Bool {
        let saved = file.state
        // What is not saved yet takes the mark with it.
        guard saved.counters.delivered == counters.delivered, saved.counters.dead == counters.dead else { return false }
        return file.ids.ranges.contains { $0.lowerBound > saved.lowWater && $0.lowerBound <= state.lowWater }
    }

    /// A failure is none of the outbox; the file is opened again, and the next look tries once more.
    private func saveMark() {
        do throws(OutboxError) {
            try save()
        } catch {
            failure = error
        }
    }

    /// Takes note of what an answer settled; `save` stores it.
    ///
    /// A fix that is resolved already is not counted again.
    public func record(_ receipt: Receipt) {
        for fix in receipt.delivered where settle(fix) { state.counters.delivered += 1 }
        for letter in receipt.dead where letter.generation == generation && settle(letter.fix) {
            state.counters.dead += 1
            unsaved.letters.append(letter)
        }
        state.counters.repeated += receipt.repeated
        state.lowWater = resolved.lowWater(above: 0)
    }

    /// Counts bytes that went over the wire on a UTC day (`2026-11-30`); stored at the next `save`.
    public func countSent(_ bytes: Int64, day: String) {
        unsaved.bytes[day, default: 0] += bytes
        state.counters.bytes += bytes
    }

    /// Counts a request that ended; stored at the next `save`.
    public func countRequest(failed: Bool) {
        state.counters.requests += 1
        if failed { state.counters.failedRequests += 1 }
    }

    /// Stores what was recorded and counted since the last time, in one transaction; nothing if there is nothing.
    public func save() throws(OutboxError) {
        state.resolvedChecksum = ResolvedTable.checksum(of: resolved)
        let ledger = state.ledger
        guard ledger != file.ledger || resolved != file.ids || !unsaved.isEmpty else {
            isSaveDue = false
            return
        }
        try file.checkPlace()
        unsaved.begin(from: file.ledger, to: ledger)
        try file.write(ledger, resolved, unsaved)
        (unsaved, isSaveDue) = (UnsavedRows(), false)
    }

    /// False if the fix was resolved before.
    private func settle(_ fix: StoredFix) -> Bool {
        guard !resolved.contains(fix.id) else { return false }
        resolved.insert(fix.id)
        if fix.id > state.witness?.id ?? 0 {
            state.witness = Witness(id: fix.id, sampleTime: fix.fix.sampleTime)
        }
        return true
    }
}

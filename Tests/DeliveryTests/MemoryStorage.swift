import Delivery
import Outbox
import Positioning

/// Both stores in memory; they outlive the engine, as files outlive a process.
final class MemoryStorage: DeliveryStorage {
    private(set) var fixes: [StoredFix] = []
    private(set) var delivered: Set<Int64> = []
    private(set) var dead: [Int64: Settlement.DeadLetter] = [:]
    private(set) var repeated = 0
    private(set) var wait: StoredBackOff?
    private(set) var waitsKept = 0
    private(set) var looks = 0
    private(set) var largestExclusion = 0
    var failure: StorageFailure?
    /// What a change of the uploader's own file throws, while the outbox can be read.
    var commitFailure: StorageFailure?
    private(set) var commits = 0
    private(set) var refusedCommits = 0
    private var uncommitted: [Settlement] = []
    private var settled: Set<Int64> = []
    private var lastID: Int64 = 0

    /// What a process knows dies with it.
    func forget() { (uncommitted, settled) = ([], []) }

    /// Appends a fix 30 s after the last one.
    func append(_ count: Int = 1) {
        for _ in 0..<count {
            lastID += 1
            fixes.append(Self.fix(lastID))
        }
    }

    /// A limit of the agent's drops a fix.
    func shed(_ id: Int64) { fixes.removeAll { $0.id == id } }

    static func fix(_ id: Int64) -> StoredFix {
        StoredFix(
            id: id, deviceID: "truck-17",
            fix: Fix(
                sampleTime: UTCTime(seconds: 1_790_000_000 + id * 30), received: BootTime(milliseconds: 0),
                mode: .threeD,
                coordinate: Coordinate(latitude: 47.6, longitude: -122.3)))
    }

    var pending: [Int64] { fixes.map(\.id).filter { !delivered.contains($0) && dead[$0] == nil } }

    func pending(
        after: Int64, through: Int64, limit: Int, excluding: IDRanges
    ) throws(StorageFailure) -> [StoredFix] {
        looks += 1
        largestExclusion = max(largestExclusion, excluding.count)
        if let failure { throw failure }
        var found: [StoredFix] = []
        for fix in fixes where fix.id > after && fix.id <= through && found.count < limit {
            if isPending(fix.id), !excluding.contains(fix.id) { found.append(fix) }
        }
        return found
    }

    func newestPending(limit: Int, excluding: IDRanges) throws(StorageFailure) -> [StoredFix] {
        looks += 1
        largestExclusion = max(largestExclusion, excluding.count)
        if let failure { throw failure }
        var found: [StoredFix] = []
        for fix in fixes.reversed() where found.count < limit {
            if isPending(fix.id), !excluding.contains(fix.id) { found.append(fix) }
        }
        return found.reversed()
    }

    private func isPending(_ id: Int64) -> Bool {
        !delivered.contains(id) && dead[id] == nil && !settled.contains(id)
    }

    func settle(_ settlement: Settlement) {
        uncommitted.append(settlement)
        settled.formUnion(settlement.delivered.map(\.id) + settlement.dead.map(\.fix.id))
    }

    func commit() throws(StorageFailure) {
        if let failure = failure ?? commitFailure {
            refusedCommits += 1
            throw failure
        }
        if !uncommitted.isEmpty { commits += 1 }
        for settlement in uncommitted {
            delivered.formUnion(settlement.delivered.map(\.id))
            for letter in settlement.dead { dead[letter.fix.id] = letter }
            repeated += settlement.repeated
        }
        uncommitted = []
    }

    func keep(_ wait: StoredBackOff?) throws(StorageFailure) {
        if let failure = failure ?? commitFailure { throw failure }
        self.wait = wait
        waitsKept += 1
    }
}

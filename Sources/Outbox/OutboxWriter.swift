import Positioning
import SQLite

/// The one writer of `outbox.db`: the agent's. Every change is one transaction that is on the disk when the call
/// returns, counters included; a call that throws has changed nothing.
public final class OutboxWriter {
    /// How much may be stored, and for how long.
    public var limits: OutboxLimits {
        didSet { heedDisk() }
    }
    /// How long the receiver's time has gone on; what is set goes along with the next change.
    public var provenTime: ProvenTime?
    /// What opening had to mend; nil if the file was sound.
    public let salvage: SalvageReport?

    /// Where the outbox is.
    public let path: String

    let connection: Connection
    let ledger: Ledger
    var state: OutboxState
    var devices: DeviceNames
    let device: DeviceName
    let insertFix: Statement
    var times: StoredTimes
    private(set) var allowance: Allowance

    /// Opens the outbox at `path`, makes it if it does not exist, and mends it if it is damaged.
    ///
    /// New fixes are stored under `deviceID`. `now` names what is moved aside. A damaged file is moved to
    /// `path.corrupt-<time>` and its readable rows are taken over: one that the check at the start finds damaged, or one
    /// that is `knownDamaged` since a call threw `damaged`. `isReopened` says that this process had the outbox open before
    /// and still has in RAM what it holds. To take over millions of rows takes minutes, in which `signOfLife` is called
    /// all the time.
    public init(
        path: String, deviceID: String, limits: OutboxLimits, now: UTCTime, knownDamaged: Bool = false,
        isReopened: Bool = false, signOfLife: @escaping () -> Void = {}
    ) throws(OutboxError) {
        (connection, state, salvage) = try Salvage.openOutbox(
            path, deviceID: deviceID, now: now, isDamaged: knownDamaged, signOfLife: signOfLife)
        self.path = path
        self.limits = limits
        allowance = Allowance(limits)
        device = DeviceName(deviceID)
        let parts = try OutboxError.writing { [connection] () throws(SQLiteError) in
            (
                try connection.prepare("INSERT INTO fix (\(FixRow.columns)) VALUES (\(FixRow.parameters))"),
                try Ledger(connection), try DeviceNames(connection), try StoredTimes(connection)
            )
        }
        (insertFix, ledger, devices, times) = parts
        provenTime = state.provenTime
        if !isReopened { try settleHeld() }
        heedDisk()
    }

    /// The life that the ids belong to.
    public var generation: Generation { state.generation }
    /// The id that the next fix gets.
    public var nextID: Int64 { state.nextID }
    /// Every id up to here is resolved.
    public var lowWater: Int64 { state.lowWater }
    /// True while the operator has recording paused.
    public var isPaused: Bool { state.isPaused }
    /// The accounting as of the last commit.
    public var counters: OutboxCounters { state.counters }

    /// Stores that recording is paused or goes on; kept over a restart.
    public func setPaused(_ paused: Bool) throws(OutboxError) {
        try change { (state) throws(SQLiteError) in state.isPaused = paused }
    }

    /// The newest stored fix that is still there; nil if there is none.
    public func newestFix() throws(OutboxError) -> StoredFix? {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT \(FixRow.columns) FROM fix ORDER BY id DESC LIMIT 1")
            return try select.step() ? FixRow.read(select, devices: devices) : nil
        }
    }

    /// Runs `body` and stores the state that it leaves, in one transaction: both or nothing.
    func change(_ body: (inout OutboxState) throws(SQLiteError) -> Void) throws(OutboxError) {
        if connection.hasMoved { throw .removed(path: connection.path) }
        var next = state
        next.provenTime = provenTime
        try OutboxError.writing { () throws(SQLiteError) in
            try connection.immediateTransaction { () throws(SQLiteError) in
                try body(&next)
                try ledger.update(from: state.ledger, to: next.ledger)
            }
        }
        state = next
    }

    /// Counts what the last run held in RAM when it was killed.
    private func settleHeld() throws(OutboxError) {
        guard state.counters.held > 0 else { return }
        try change { (state) throws(SQLiteError) in
            state.counters.dropped[LossInRAM.interrupted.rawValue, default: 0] += state.counters.held
        }
    }

    /// Keeps the file and its WAL below `max-size` and below what the disk can give now, whatever happens to shedding: at
    /// a cap of SQLite's own DELETE works, on a disk that is full it does not. To be called from time to time, since
    /// others use the disk too.
    public func heedDisk() {
        allowance = Allowance(limits)
        if let free = Files.freeBytes(beside: path) {
            let ballast = Ballast(of: path, limits: limits)
            let file = ((try? connection.pragma("page_count")) ?? 0) * StoreFile.pageSize
            allowance = Allowance(
                limits, taken: file + (Files.size(path + "-wal") ?? 0), free: free - ballast.claim(of: free),
                slack: ballast.size)
        }
        let journal = allowance.journalSize
        let pages = max(64, (allowance.bytes - journal) / StoreFile.pageSize)
        // If the file is larger than that already, SQLite makes its present size the cap; what is shed is used again.
        _ = try? connection.setPragma("max_page_count", pages)
        // SQLite's own 1000 pages, but half of the WAL's share at most: the commit that fills it comes on top.
        _ = try? connection.setPragma("wal_autocheckpoint", max(16, min(1000, journal / 2 / StoreFile.pageSize)))
        _ = try? connection.setPragma("journal_size_limit", journal)
    }
}

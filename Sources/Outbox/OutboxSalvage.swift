import Positioning
import SQLite

/// Copies what can be read of a damaged `outbox.db` into a new file.
///
/// Rows are sought by ranges of ids from both ends towards the damage, and the hole that stays is halved and tried
/// again, so that one bad page costs the rows of that page.
struct OutboxSalvage {
    /// Which of the readable rows are taken over.
    enum Extent: Equatable {
        case all
        /// Those above the low-water mark.
        case pending
        /// So many of the pending ones with the greatest ids.
        case newest(Int64)
    }

    /// Fewer pending fixes than this are not worth an outbox in which nothing else has room.
    private static let leastRows: Int64 = 100
    /// Rows of one commit, about a megabyte: of a COMMIT of all a slow card would take longer than systemd waits for a sign
    /// of life.
    private static let commitRows: Int64 = 16_384

    private let devices: DeviceNames
    private let own: DeviceName
    private let oldState: OutboxState?
    private let signOfLife: () -> Void
    /// Nil if there is no such table any more.
    private let rows: HoledRows?
    private lazy var pendingParts = rows?.parts(in: pendingIDs) ?? []
    private var copied = Copied()

    private struct Copied {
        var count: Int64 = 0
        var pending: Int64 = 0
        /// Pending rows that the extent leaves out.
        var leftBehind: Int64 = 0
        var greatestID: Int64 = 0
        var greatestTime: Int64?
    }

    /// Reads `path`. A row whose device id cannot be read is taken over if it vouches for being one of `deviceID`.
    /// `signOfLife` is called all the time while this works.
    init(from path: String, deviceID: String, signOfLife: @escaping () -> Void) throws(SQLiteError) {
        let old = try Connection(path: path, mode: .readOnly)
        oldState = (try? Ledger.read(old)).flatMap(OutboxState.init(ledger:))
        own = DeviceName(deviceID)
        devices = DeviceNames.salvage(old, own: own)
        self.signOfLife = signOfLife
        rows = try? HoledRows(old, of: "fix", FixRow.columns, key: ("id", 0), signOfLife: signOfLife)
    }

    /// Copies into `target`, which must not exist and is worth nothing before this returns. Throws `full` if that takes
    /// more than `pages`, or than the disk has.
    mutating func run(_ extent: Extent, into target: String, pages: Int64) throws(SQLiteError) -> SalvageCounts {
        copied = Copied()
        let new = try Connection(path: target, mode: .create)
        try new.setPragma("page_size", StoreFile.pageSize)
        try new.setPragma("max_page_count", pages)
        try new.immediateTransaction { () throws(SQLiteError) in
            try Schema.outbox.make(on: new)
            try copyRows(extent, to: new)
            try Ledger(new).update(from: [:], to: newState.ledger)
            signOfLife()
        }
        return SalvageCounts(
            recovered: copied.count, lost: lost, beganAnew: oldState == nil, leftBehind: leftBehind)
    }

    /// What to try when `extent` found no room; nil if nothing that is left is worth it.
    ///
    /// The newest stay, as in an outbox that is full.
    func less(than extent: Extent) -> Extent? {
        let rows: Int64
        switch extent {
        case .all where copied.count > copied.pending: return .pending
        case .all, .pending: rows = copied.pending / 20 * 19
        case .newest(let tried): rows = tried / 2
        }
        return rows >= Self.leastRows ? .newest(rows) : nil
    }

    private mutating func copyRows(_ extent: Extent, to new: Connection) throws(SQLiteError) {
        var numbers: [String: (Int64, DeviceName)] = [:]
        let insert = try new.prepare("INSERT OR IGNORE INTO fix (\(FixRow.columns)) VALUES (\(FixRow.parameters))")
        guard let rows else { return }
        try rows.forEach(in: parts(extent, of: rows)) { (row) throws(SQLiteError) in
            guard let fix = FixRow.read(row, devices: devices) ?? FixRow.read(row, of: own),
                let coordinate = fix.fix.coordinate
            else { return }
            let (number, name) = try Self.numbered(fix.deviceID, &numbers, on: new)
            try FixRow.bind(fix.fix, at: coordinate, id: fix.id, device: number, name, to: insert)
            try insert.run()
            guard new.changes == 1 else { return }
            copied.count += 1
            copied.pending += fix.id > lowWater ? 1 : 0
            copied.greatestID = max(copied.greatestID, fix.id)
            copied.greatestTime = max(copied.greatestTime ?? .min, fix.fix.sampleTime.milliseconds)
            if copied.count % Self.commitRows == 0 {
                signOfLife()
                try new.commitSoFar()
            }
        }
    }

    /// To find the parts is to read all of them, so those of the pending rows are found once.
    private mutating func parts(_ extent: Extent, of rows: HoledRows) -> [HoledRows.Part] {
        switch extent {
        case .all: return rows.parts()
        case .pending: return pendingParts
        case .newest(let count):
            copied.leftBehind = max(0, pendingParts.reduce(0) { $0 + $1.rows } - count)
            return rows.newest(count, of: pendingParts)
        }
    }

    private var lowWater: Int64 { oldState?.lowWater ?? 0 }

    private var pendingIDs: ClosedRange<Int64> {
        let possible = IDRanges.possible
        return max(possible.lowerBound, min(lowWater, possible.upperBound - 1) + 1)...possible.upperBound
    }

    private static func numbered(
        _ deviceID: String, _ numbers: inout [String: (Int64, DeviceName)], on new: Connection
    ) throws(SQLiteError) -> (Int64, DeviceName) {
        if let known = numbers[deviceID] { return known }
        let name = DeviceName(deviceID)
        let number = try DeviceNames.number(of: name, on: new)
        numbers[deviceID] = (number, name)
        return (number, name)
    }

    // MARK: - Accounting

    /// The ledger of the new file: the old one with the losses counted, or, if that is lost too, a new generation in
    /// which everything waits for delivery.
    private var newState: OutboxState {
        guard var state = oldState else {
            var state = OutboxState(generation: .random(), nextID: copied.greatestID + 1)
            state.greatestTime = copied.greatestTime
            state.counters.kept = copied.count + leftBehind
            state.counters.received = state.counters.kept
            if leftBehind > 0 { state.counters.shed[ShedCause.size.rawValue] = leftBehind }
            return state
        }
        state.nextID = max(state.nextID, copied.greatestID + 1)
        if let time = copied.greatestTime { state.greatestTime = max(state.greatestTime ?? time, time) }
        state.counters.kept += uncounted
        state.counters.received += uncounted
        if lost > 0 { state.counters.shed[ShedCause.damage.rawValue, default: 0] += lost }
        if leftBehind > 0 { state.counters.shed[ShedCause.size.rawValue, default: 0] += leftBehind }
        return state
    }

    /// Pending fixes that were there and that the old ledger does not count: it may be older than its rows.
    private var uncounted: Int64 {
        oldState.map { max(0, copied.pending + copied.leftBehind - $0.counters.pending) } ?? 0
    }

    /// Pending fixes that were there and that the new file lacks.
    private var missing: Int64? { oldState.map { max(0, $0.counters.pending + uncounted - copied.pending) } }

    /// Pending fixes that could be read, and had no room.
    private var leftBehind: Int64 { min(copied.leftBehind, missing ?? .max) }

    /// Pending fixes that could not be read.
    private var lost: Int64 { missing.map { $0 - leftBehind } ?? 0 }
}

import Positioning
import SQLite

/// Copies what can be read of a damaged `outbox.db` into a new file.
///
/// Rows are read by ranges of ids from both ends towards the damage, and the hole that stays is halved and tried
/// again, so that one bad page costs the rows of that page.
struct OutboxSalvage {
    private let old: Connection
    private let new: Connection
    private let devices: DeviceNames
    private let own: DeviceName
    private let oldState: OutboxState?

    /// Reads `path`, writes `target`, which must not exist. A row whose device id cannot be read is taken over if it
    /// vouches for being one of `deviceID`.
    init(from path: String, into target: String, deviceID: String) throws(SQLiteError) {
        old = try Connection(path: path, mode: .readOnly)
        new = try Connection(path: target, mode: .create)
        oldState = (try? Ledger.read(old)).flatMap(OutboxState.init(ledger:))
        own = DeviceName(deviceID)
        devices = DeviceNames.salvage(old, own: own)
    }

    /// Copies in one transaction; the new file is complete or empty.
    func run() throws(SQLiteError) -> SalvageReport {
        try new.setPragma("page_size", StoreFile.pageSize)
        var report = SalvageReport(
            path: "", movedTo: "", findings: [], recovered: 0, lost: 0, beganAnew: oldState == nil)
        try new.immediateTransaction { () throws(SQLiteError) in
            try Schema.outbox.make(on: new)
            let copied = try copyRows()
            report.recovered = copied.count
            let state = account(for: copied)
            report.lost =
                state.counters.shed[ShedCause.damage.rawValue, default: 0]
                - (oldState?.counters.shed[ShedCause.damage.rawValue] ?? 0)
            try Ledger(new).update(from: [:], to: state.ledger)
        }
        return report
    }

    private struct Copied {
        var count: Int64 = 0
        var pending: Int64 = 0
        var greatestID: Int64 = 0
        var greatestTime: Int64?
    }

    private func copyRows() throws(SQLiteError) -> Copied {
        var copied = Copied()
        var numbers: [String: (Int64, DeviceName)] = [:]
        let insert = try new.prepare("INSERT OR IGNORE INTO fix (\(FixRow.columns)) VALUES (\(FixRow.parameters))")
        let lowWater = oldState?.lowWater ?? 0
        guard let source = try? HoledRows(old, of: "fix", FixRow.columns, key: ("id", 0)) else { return copied }
        try source.forEach { (row) throws(SQLiteError) in
            guard let fix = FixRow.read(row, devices: devices) ?? FixRow.read(row, of: own),
                let coordinate = fix.fix.coordinate
            else { return }
            let (number, name) = try numbered(fix.deviceID, &numbers)
            try FixRow.bind(fix.fix, at: coordinate, id: fix.id, device: number, name, to: insert)
            try insert.run()
            guard new.changes == 1 else { return }
            copied.count += 1
            copied.pending += fix.id > lowWater ? 1 : 0
            copied.greatestID = max(copied.greatestID, fix.id)
            copied.greatestTime = max(copied.greatestTime ?? .min, fix.fix.sampleTime.milliseconds)
        }
        return copied
    }

    private func numbered(
        _ deviceID: String, _ numbers: inout [String: (Int64, DeviceName)]
    ) throws(SQLiteError) -> (Int64, DeviceName) {
        if let known = numbers[deviceID] { return known }
        let name = DeviceName(deviceID)
        let number = try DeviceNames.number(of: name, on: new)
        numbers[deviceID] = (number, name)
        return (number, name)
    }

    /// The ledger of the new file: the old one with the losses counted, or, if that is lost too, a new generation in
    /// which everything waits for delivery.
    private func account(for copied: Copied) -> OutboxState {
        guard var state = oldState else {
            var state = OutboxState(generation: .random(), nextID: copied.greatestID + 1)
            state.greatestTime = copied.greatestTime
            state.counters.kept = copied.count
            state.counters.received = copied.count
            return state
        }
        state.nextID = max(state.nextID, copied.greatestID + 1)
        let lost = max(0, state.counters.pending - copied.pending)
        if lost > 0 { state.counters.shed[ShedCause.damage.rawValue, default: 0] += lost }
        return state
    }
}

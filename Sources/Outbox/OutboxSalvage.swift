import Positioning
import SQLite

/// Copies what can be read of a damaged `outbox.db` into a new file.
///
/// Rows are read by ranges of ids from both ends towards the damage, and the hole that stays is halved and tried
/// again, so that one bad page costs the rows of that page.
struct OutboxSalvage {
    private let old: Connection
    private let new: Connection
    private let devices: [Int64: String]
    private let oldState: OutboxState?

    /// Reads `path`, writes `target`, which must not exist. Rows whose device id cannot be read get `deviceID`.
    init(from path: String, into target: String, deviceID: String) throws(SQLiteError) {
        old = try Connection(path: path, mode: .readOnly)
        new = try Connection(path: target, mode: .create)
        oldState = (try? Ledger.read(old)).flatMap(OutboxState.init(ledger:))
        let names = (try? DeviceNames(old))?.byNumber ?? [:]
        devices = names.isEmpty ? [1: deviceID] : names
    }

    /// Copies in one transaction; the new file is complete or empty.
    func run() throws(SQLiteError) -> SalvageReport {
        try new.setPragma("page_size", StoreFile.pageSize)
        var report = SalvageReport(
            path: "", movedTo: "", findings: [], recovered: 0, lost: 0, beganAnew: oldState == nil)
        try new.immediateTransaction { () throws(SQLiteError) in
            try new.execute(Schema.outbox.steps.joined(separator: ";"))
            try new.setPragma("application_id", Schema.outbox.applicationID)
            try new.setPragma("user_version", Schema.outbox.version)
            try copyDevices()
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

    private func copyDevices() throws(SQLiteError) {
        let insert = try new.prepare("INSERT INTO device (id, name) VALUES (?, ?)")
        for (number, name) in devices {
            try insert.bind(number, at: 1)
            try insert.bind(name, at: 2)
            try insert.run()
        }
    }

    private func copyRows() throws(SQLiteError) -> Copied {
        var copied = Copied()
        let insert = try new.prepare("INSERT OR IGNORE INTO fix (\(FixRow.columns)) VALUES (\(FixRow.parameters))")
        let lowWater = oldState?.lowWater ?? 0
        guard let source = try? HoledRows(old, of: "fix", FixRow.columns, key: ("id", 0)) else { return copied }
        try source.forEach { (row) throws(SQLiteError) in
            guard let fix = FixRow.read(row, devices: devices), let coordinate = fix.fix.coordinate else { return }
            try FixRow.bind(fix.fix, at: coordinate, id: fix.id, device: row.integer(1), to: insert)
            try insert.run()
            guard new.changes == 1 else { return }
            copied.count += 1
            copied.pending += fix.id > lowWater ? 1 : 0
            copied.greatestID = max(copied.greatestID, fix.id)
            copied.greatestTime = max(copied.greatestTime ?? .min, fix.fix.sampleTime.milliseconds)
        }
        return copied
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

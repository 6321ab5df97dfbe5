import Outbox
import Positioning
import SQLite
import TestSupport

/// Noon of a day in the life of these tests.
let noon = UTCTime(seconds: 1_796_040_000)

/// A fix `seconds` after noon, with every member set.
func fix(_ seconds: Int64) -> Fix {
    var fix = Fix(
        sampleTime: noon.advanced(by: seconds * 1000), received: BootTime(milliseconds: 77), mode: .threeD,
        coordinate: Coordinate(latitude: 48.1173 + Double(seconds) * 1e-5, longitude: -11.5166667))
    fix.horizontalAccuracy = 4.25
    fix.hdop = 0.9
    fix.speed = 13.75
    fix.course = -0.0
    fix.altitude = 545.4
    fix.satellites = 9
    return fix
}

/// The fix as the store gives it back.
func stored(_ seconds: Int64, id: Int64, device: String = "box-1") -> StoredFix {
    var fix = fix(seconds)
    fix.received = BootTime(milliseconds: 0)
    return StoredFix(id: id, deviceID: device, fix: fix)
}

/// Epochs that were all kept.
func received(_ count: Int) -> Tally {
    var tally = Tally()
    tally.received = Int64(count)
    return tally
}

/// The two stores of a box in one directory.
struct Stores {
    let directory = TemporaryDirectory()
    var outbox: String { directory.file("outbox.db") }
    var delivery: String { directory.file("delivery.db") }

    func writer(device: String = "box-1", limits: OutboxLimits = OutboxLimits()) throws -> OutboxWriter {
        try OutboxWriter(path: outbox, deviceID: device, limits: limits, now: noon)
    }

    func deliveryStore() throws -> DeliveryStore {
        try DeliveryStore(path: delivery, now: noon)
    }

    func look() throws -> OutboxReader {
        try OutboxReader(path: outbox)
    }

    /// The numbers of the outbox as they lie in it.
    func ledger() throws -> [String: Int64] {
        let connection = try Connection(path: outbox, mode: .readOnly)
        let select = try connection.prepare("SELECT name, value FROM ledger")
        var ledger: [String: Int64] = [:]
        while try select.step() { ledger[select.text(0) ?? ""] = select.integer(1) }
        return ledger
    }

    func lookAtDelivery() throws -> DeliveryReader {
        try DeliveryReader(path: delivery)
    }
}

extension OutboxCounters {
    /// Both equations of the guarantee, with `rows` pending rows in the file.
    func addUp(pending rows: Int) -> Bool {
        pending == Int64(rows) && held >= 0 && received == held + kept + droppedTotal
    }
}

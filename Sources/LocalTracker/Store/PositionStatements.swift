import Positioning
import SQLite

/// The statements on the table of positions, compiled once.
final class PositionStatements {
    private let atOrBefore: Statement
    private let after: Statement
    private let insert: Statement
    private let history: Statement
    private let nextDevice: Statement
    private let delete: Statement
    private let expire: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        let columns = "device, sample_ms, received_ms, longitude, latitude, accuracy, properties"
        let ofDevice = "SELECT \(columns) FROM position WHERE tracker = ?1 AND device = ?2"
        atOrBefore = try connection.prepare("\(ofDevice) AND sample_ms <= ?3 ORDER BY sample_ms DESC LIMIT 1")
        after = try connection.prepare("\(ofDevice) AND sample_ms > ?3 ORDER BY sample_ms LIMIT 1")
        insert = try connection.prepare("INSERT INTO position VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        history = try connection.prepare(
            "\(ofDevice) AND sample_ms >= ?3 AND sample_ms < ?4 ORDER BY sample_ms LIMIT ?5")
        nextDevice = try connection.prepare(
            "SELECT device FROM position WHERE tracker = ?1 AND device > ?2 ORDER BY device LIMIT 1")
        delete = try connection.prepare("DELETE FROM position WHERE tracker = ?1 AND device = ?2")
        expire = try connection.prepare("DELETE FROM position WHERE received_ms < ?1")
    }

    /// The newest position of a device by sample time that is not after `time`.
    func newest(_ tracker: Int64, _ device: String, atOrBefore time: UTCTime) throws(SQLiteError) -> StoredPosition? {
        try first(atOrBefore, tracker, device, time)
    }

    /// The oldest position of a device by sample time that is after `time`.
    func oldest(_ tracker: Int64, _ device: String, after time: UTCTime) throws(SQLiteError) -> StoredPosition? {
        try first(after, tracker, device, time)
    }

    /// Stores a position. `arrival` is the number of the update among all that the tracker received.
    func insert(
        _ sample: PositionSample, tracker: Int64, received: UTCTime, arrival: Int64
    ) throws(SQLiteError) {
        try insert.bind(tracker, at: 1)
        try insert.bind(sample.device, at: 2)
        try insert.bind(sample.time.milliseconds, at: 3)
        try insert.bind(received.milliseconds, at: 4)
        try insert.bind(sample.position.longitude, at: 5)
        try insert.bind(sample.position.latitude, at: 6)
        try insert.bind(sample.accuracy, at: 7)
        try insert.bind(sample.properties.map(StringMap.encoded), at: 8)
        try insert.bind(arrival, at: 9)
        _ = try insert.step()
    }

    /// At most `limit` positions of a device, ascending, with `start` <= sample time < `end`.
    func history(
        _ tracker: Int64, _ device: String, from start: UTCTime, to end: UTCTime, limit: Int
    ) throws(SQLiteError) -> [StoredPosition] {
        try history.bind(tracker, at: 1)
        try history.bind(device, at: 2)
        try history.bind(start.milliseconds, at: 3)
        try history.bind(end.milliseconds, at: 4)
        try history.bind(Int64(limit), at: 5)
        var found: [StoredPosition] = []
        while try history.step() { found.append(position(of: history)) }
        return found
    }

    /// The next device of a tracker in the order of ids; nil after the last.
    func device(_ tracker: Int64, after device: String) throws(SQLiteError) -> String? {
        try nextDevice.bind(tracker, at: 1)
        try nextDevice.bind(device, at: 2)
        guard try nextDevice.step() else { return nil }
        defer { nextDevice.reset() }
        return nextDevice.text(0)
    }

    /// Removes all positions of a device.
    func delete(_ tracker: Int64, _ device: String) throws(SQLiteError) {
        try delete.bind(tracker, at: 1)
        try delete.bind(device, at: 2)
        _ = try delete.step()
    }

    /// Removes all positions that were received before `time`.
    func expire(receivedBefore time: UTCTime) throws(SQLiteError) {
        try expire.bind(time.milliseconds, at: 1)
        _ = try expire.step()
    }

    private func first(
        _ statement: Statement, _ tracker: Int64, _ device: String, _ time: UTCTime
    ) throws(SQLiteError) -> StoredPosition? {
        try statement.bind(tracker, at: 1)
        try statement.bind(device, at: 2)
        try statement.bind(time.milliseconds, at: 3)
        guard try statement.step() else { return nil }
        defer { statement.reset() }
        return position(of: statement)
    }

    private func position(of row: Statement) -> StoredPosition {
        StoredPosition(
            device: row.text(0) ?? "", time: UTCTime(milliseconds: row.integer(1)),
            received: UTCTime(milliseconds: row.integer(2)),
            position: Coordinate(latitude: row.real(4), longitude: row.real(3)), accuracy: row.optionalReal(5),
            properties: row.text(6).flatMap(StringMap.decoded))
    }
}

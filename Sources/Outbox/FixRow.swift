import Positioning
import SQLite

/// How a fix lies in a row of table `fix`: the one place that knows the columns and their order.
enum FixRow {
    /// The columns besides `id`, which each table declares for itself.
    static let definitions = """
        device INTEGER NOT NULL,
        time INTEGER NOT NULL,
        mode INTEGER NOT NULL,
        latitude REAL NOT NULL,
        longitude REAL NOT NULL,
        accuracy REAL,
        hdop REAL,
        speed REAL,
        course REAL,
        altitude REAL,
        climb REAL,
        satellites INTEGER,
        age INTEGER NOT NULL,
        checksum INTEGER NOT NULL
        """

    static let columns =
        "id, device, time, mode, latitude, longitude, accuracy, hdop, speed, course, altitude, climb, satellites, "
        + "age, checksum"

    /// A parameter for each column.
    static let parameters = "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15"
    /// How many columns there are: a table that adds its own binds and reads them after these.
    static let count: Int32 = 15

    /// Binds all columns, in order, to parameters 1 to `count`.
    static func bind(
        _ fix: Fix, at coordinate: Coordinate, id: Int64, device: Int64, _ name: DeviceName, to statement: Statement
    ) throws(SQLiteError) {
        try statement.bind(id, at: 1)
        try statement.bind(device, at: 2)
        try statement.bind(fix.sampleTime.milliseconds, at: 3)
        try statement.bind(Int64(fix.mode.rawValue), at: 4)
        try statement.bind(coordinate.latitude, at: 5)
        try statement.bind(coordinate.longitude, at: 6)
        try statement.bind(fix.horizontalAccuracy, at: 7)
        try statement.bind(fix.hdop, at: 8)
        try statement.bind(fix.speed, at: 9)
        try statement.bind(fix.course, at: 10)
        try statement.bind(fix.altitude, at: 11)
        try statement.bind(fix.climb, at: 12)
        try statement.bind(fix.satellites.map(Int64.init), at: 13)
        try statement.bind(fix.positionAge, at: 14)
        try statement.bind(checksum(of: fix, at: coordinate, id: id, device: name.hash), at: 15)
    }

    /// The fix of the current row of a `SELECT columns`; nil if its checksum says that it is not what was stored.
    static func read(_ row: Statement, devices: DeviceNames) -> StoredFix? {
        let device = row.integer(1)
        guard let name = devices.byNumber[device] else { return nil }
        // The checksums of schema 1 are over the number.
        return read(row, of: name, or: UInt64(bitPattern: device))
    }

    /// The same if the row's own checksum says that it belongs to `name`, or to the device that was `old` in schema 1.
    static func read(_ row: Statement, of name: DeviceName, or old: UInt64? = nil) -> StoredFix? {
        let id = row.integer(0)
        let coordinate = Coordinate(latitude: row.real(4), longitude: row.real(5))
        guard let mode = FixMode(rawValue: Int(truncatingIfNeeded: row.integer(3))) else { return nil }
        var fix = Fix(
            sampleTime: UTCTime(milliseconds: row.integer(2)), received: BootTime(milliseconds: 0), mode: mode,
            coordinate: coordinate)
        fix.horizontalAccuracy = row.optionalReal(6)
        fix.hdop = row.optionalReal(7)
        fix.speed = row.optionalReal(8)
        fix.course = row.optionalReal(9)
        fix.altitude = row.optionalReal(10)
        fix.climb = row.optionalReal(11)
        fix.satellites = row.optionalInteger(12).map { Int(truncatingIfNeeded: $0) }
        fix.positionAge = row.integer(13)
        func isAsStored(by device: UInt64) -> Bool {
            row.integer(14) == checksum(of: fix, at: coordinate, id: id, device: device)
        }
        guard isAsStored(by: name.hash) || old.map(isAsStored) ?? false else { return nil }
        return StoredFix(id: id, deviceID: name.text, fix: fix)
    }

    /// 32 bits over the row's values and the name of its device: a rotten card must not move a vehicle, nor turn it into
    /// another.
    static func checksum(of fix: Fix, at coordinate: Coordinate, id: Int64, device: UInt64) -> Int64 {
        var hash = Checksum()
        func mix(_ value: Double?) {
            // As SQLite gives it back: NaN is NULL, and a whole number has no negative zero.
            guard let value, !value.isNaN else { return hash.mix(0x7ff8_0000_0000_0001) }
            hash.mix((value + 0).bitPattern)
        }
        hash.mix(UInt64(bitPattern: id))
        hash.mix(device)
        hash.mix(UInt64(bitPattern: fix.sampleTime.milliseconds))
        hash.mix(UInt64(bitPattern: Int64(fix.mode.rawValue)))
        mix(coordinate.latitude)
        mix(coordinate.longitude)
        mix(fix.horizontalAccuracy)
        mix(fix.hdop)
        mix(fix.speed)
        mix(fix.course)
        mix(fix.altitude)
        mix(fix.climb)
        hash.mix(fix.satellites.map { UInt64(bitPattern: Int64($0)) } ?? UInt64.max)
        hash.mix(UInt64(bitPattern: fix.positionAge))
        return Int64(truncatingIfNeeded: hash.value & 0xffff_ffff)
    }
}

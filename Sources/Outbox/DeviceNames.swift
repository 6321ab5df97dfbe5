import SQLite

/// The device ids of a store: each is stored once, with a checksum, and a row holds its number.
struct DeviceNames {
    private(set) var byNumber: [Int64: DeviceName] = [:]

    init() {}

    /// Throws `corrupt` if one of them is not what was written.
    init(_ connection: Connection) throws(SQLiteError) {
        let select = try connection.prepare("SELECT id, name, checksum FROM device")
        while try select.step() {
            let number = select.integer(0)
            let name = DeviceName(select.text(1) ?? "")
            guard name.checksum(as: number) == select.integer(2) else {
                throw SQLiteError(
                    code: .corrupt, message: "a device id is not what was written", activity: "read the device ids",
                    path: connection.path)
            }
            byNumber[number] = name
        }
    }

    /// The number of `name`; nil if it is new.
    func number(of name: String) -> Int64? {
        byNumber.first { $0.value.text == name }?.key
    }

    /// The number of `name`, which is stored if it is new: within a transaction, to be remembered after its commit.
    static func number(of name: DeviceName, on connection: Connection) throws(SQLiteError) -> Int64 {
        let select = try connection.prepare("SELECT id, checksum FROM device WHERE name = ?")
        try select.bind(name.text, at: 1)
        while try select.step() {
            let number = select.integer(0)
            guard name.checksum(as: number) == select.integer(1) else { continue }
            select.reset()
            return number
        }
        let greatest = try connection.prepare("SELECT coalesce(max(id), 0) FROM device")
        let number = try greatest.step() ? greatest.integer(0) + 1 : 1
        greatest.reset()
        let insert = try connection.prepare("INSERT INTO device (id, name, checksum) VALUES (?, ?, ?)")
        try insert.bind(number, at: 1)
        try insert.bind(name.text, at: 2)
        try insert.bind(name.checksum(as: number), at: 3)
        try insert.run()
        return number
    }

    mutating func remember(_ name: DeviceName, as number: Int64) {
        byNumber[number] = name
    }

    /// Vouches for the names of a store of schema 1, which had no checksums.
    static func vouch(_ connection: Connection) throws(SQLiteError) {
        let update = try connection.prepare("UPDATE device SET checksum = ? WHERE id = ?")
        let select = try connection.prepare("SELECT id, name FROM device")
        while try select.step() {
            let number = select.integer(0)
            try update.bind(DeviceName(select.text(1) ?? "").checksum(as: number), at: 1)
            try update.bind(number, at: 2)
            try update.run()
        }
    }
}

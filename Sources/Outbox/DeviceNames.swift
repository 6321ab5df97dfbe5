import SQLite

/// The device ids of a store: each is stored once, and a row holds its number.
struct DeviceNames {
    private(set) var byNumber: [Int64: String] = [:]

    init(_ connection: Connection) throws(SQLiteError) {
        let select = try connection.prepare("SELECT id, name FROM device")
        while try select.step() {
            byNumber[select.integer(0)] = select.text(1)
        }
    }

    /// The number of `name`; nil if it is new.
    func number(of name: String) -> Int64? {
        byNumber.first { $0.value == name }?.key
    }

    /// The number of `name`, which is stored if it is new: within a transaction, to be remembered after its commit.
    static func number(of name: String, on connection: Connection) throws(SQLiteError) -> Int64 {
        let select = try connection.prepare("SELECT id FROM device WHERE name = ?")
        try select.bind(name, at: 1)
        if try select.step() { return select.integer(0) }
        let insert = try connection.prepare("INSERT INTO device (name) VALUES (?)")
        try insert.bind(name, at: 1)
        try insert.run()
        return connection.lastInsertedID
    }

    mutating func remember(_ name: String, as number: Int64) {
        byNumber[number] = name
    }
}

import Positioning
import SQLite

/// How a dead letter lies in `delivery.db`: the columns of a fix, then what the tracker said.
enum DeadLetterTable {
    /// Inserts `letters` within a transaction: those that have a number under it, the others under the next one. A letter
    /// without a coordinate, which no outbox gives out, is left away.
    static func insert(_ letters: [DeadLetter], on connection: Connection) throws(SQLiteError) {
        guard !letters.isEmpty else { return }
        let insert = try connection.prepare(
            """
            INSERT INTO dead_letter (\(FixRow.columns), generation, code, message, refused, number)
            VALUES (\(FixRow.parameters), ?16, ?17, ?18, ?19, coalesce(?20, \(nextNumber)))
            """)
        for letter in letters {
            guard let coordinate = letter.fix.fix.coordinate else { continue }
            let name = DeviceName(letter.fix.deviceID)
            let device = try DeviceNames.number(of: name, on: connection)
            try FixRow.bind(letter.fix.fix, at: coordinate, id: letter.fix.id, device: device, name, to: insert)
            try insert.bind(letter.generation.rawValue, at: FixRow.count + 1)
            try insert.bind(letter.code, at: FixRow.count + 2)
            try insert.bind(letter.message, at: FixRow.count + 3)
            try insert.bind(letter.refused?.milliseconds, at: FixRow.count + 4)
            try insert.bind(letter.number > 0 ? letter.number : nil, at: FixRow.count + 5)
            try insert.run()
        }
    }

    /// Above every number there is, those that were made negative included: SQLite itself would go on from the negative.
    private static let nextNumber = """
        1 + max(
            coalesce((SELECT max(number) FROM dead_letter), 0), -coalesce((SELECT min(number) FROM dead_letter), 0))
        """

    /// The code of a letter that was delivered after all, and is kept for the accounting alone.
    static let delivered = "delivered"

    /// What tells those that an operator sees from those that were dropped or delivered after all.
    static let isListed = "number > 0"

    /// How many there are.
    static func count(_ connection: Connection) throws(SQLiteError) -> Int64 {
        let select = try connection.prepare("SELECT count(*) FROM dead_letter WHERE \(isListed)")
        return try select.step() ? select.integer(0) : 0
    }

    /// The columns of a fix, then those of its own.
    private static let columns = "\(FixRow.columns), generation, code, message, refused, number"

    /// The first `limit` readable letters with a number above `number`.
    static func read(_ connection: Connection, after number: Int64, limit: Int) throws(SQLiteError) -> [DeadLetter] {
        let devices = try DeviceNames(connection)
        let select = try connection.prepare(
            "SELECT \(columns) FROM dead_letter WHERE number > ? ORDER BY number")
        try select.bind(number, at: 1)
        var letters: [DeadLetter] = []
        while letters.count < limit, try select.step() {
            if let letter = letter(of: select, devices) { letters.append(letter) }
        }
        return letters
    }

    /// The letters of a damaged store that can be read, in order. They keep their numbers, which an operator or a request
    /// may name, unless those are so far apart that damage has changed one: beside it, all others would count as too old.
    static func salvage(
        _ connection: Connection, signOfLife: @escaping () -> Void
    ) throws(SQLiteError) -> [DeadLetter] {
        let devices = DeviceNames.salvage(connection)
        var letters: [Int64: DeadLetter] = [:]
        let rows = try HoledRows(
            connection, of: "dead_letter", columns, key: ("number", FixRow.count + 4), signOfLife: signOfLife)
        try rows.forEach(in: rows.parts()) { (row) throws(SQLiteError) in
            if let letter = letter(of: row, devices) { letters[letter.number] = letter }
        }
        var found = letters.sorted { $0.key < $1.key }.map(\.value)
        if let first = found.first, let last = found.last, last.number - first.number >= DeliveryStore.deadLetterLimit {
            for index in found.indices { found[index].number = 0 }
        }
        return found
    }

    /// Nil if the row is not what was stored.
    private static func letter(of row: Statement, _ devices: DeviceNames) -> DeadLetter? {
        guard let fix = FixRow.read(row, devices: devices) else { return nil }
        var letter = DeadLetter(
            fix: fix, generation: Generation(rawValue: row.integer(FixRow.count)),
            code: row.text(FixRow.count + 1) ?? "", message: row.text(FixRow.count + 2) ?? "",
            refused: row.optionalInteger(FixRow.count + 3).map(UTCTime.init(milliseconds:)))
        letter.number = row.integer(FixRow.count + 4)
        return letter
    }
}

import Positioning
import SQLite

/// How a dead letter lies in `delivery.db`: the columns of a fix, then what the tracker said.
enum DeadLetterTable {
    /// Inserts `letters` within a transaction. A letter without a coordinate, which no outbox gives out, is left away.
    static func insert(_ letters: [DeadLetter], on connection: Connection) throws(SQLiteError) {
        guard !letters.isEmpty else { return }
        let insert = try connection.prepare(
            """
            INSERT INTO dead_letter (\(FixRow.columns), generation, code, message, refused)
            VALUES (\(FixRow.parameters), ?16, ?17, ?18, ?19)
            """)
        for letter in letters {
            guard let coordinate = letter.fix.fix.coordinate else { continue }
            let device = try DeviceNames.number(of: letter.fix.deviceID, on: connection)
            try FixRow.bind(letter.fix.fix, at: coordinate, id: letter.fix.id, device: device, to: insert)
            try insert.bind(letter.generation.rawValue, at: FixRow.count + 1)
            try insert.bind(letter.code, at: FixRow.count + 2)
            try insert.bind(letter.message, at: FixRow.count + 3)
            try insert.bind(letter.refused?.milliseconds, at: FixRow.count + 4)
            try insert.run()
        }
    }

    /// The first `limit` readable letters with a number above `number`.
    static func read(_ connection: Connection, after number: Int64, limit: Int) throws(SQLiteError) -> [DeadLetter] {
        let devices = try DeviceNames(connection)
        let select = try connection.prepare(
            """
            SELECT \(FixRow.columns), generation, code, message, refused, number
            FROM dead_letter WHERE number > ? ORDER BY number
            """)
        try select.bind(number, at: 1)
        var letters: [DeadLetter] = []
        while letters.count < limit, try select.step() {
            guard let fix = FixRow.read(select, devices: devices.byNumber) else { continue }
            var letter = DeadLetter(
                fix: fix, generation: Generation(rawValue: select.integer(FixRow.count)),
                code: select.text(FixRow.count + 1) ?? "", message: select.text(FixRow.count + 2) ?? "",
                refused: select.optionalInteger(FixRow.count + 3).map(UTCTime.init(milliseconds:)))
            letter.number = select.integer(FixRow.count + 4)
            letters.append(letter)
        }
        return letters
    }
}

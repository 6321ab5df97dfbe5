extension UTCTime {
    /// `YYYY-MM-DDThh:mm:ss.sssZ`, the form of Amazon Location's timestamps: always three decimals, always `Z`.
    ///
    /// Years outside 0000...9999 are printed with as many digits as they need.
    public var iso8601: String {
        let civil = CivilTime(self)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.append(year: civil.year)
        text.append(pair: civil.month, after: "-")
        text.append(pair: civil.day, after: "-")
        text.append(pair: civil.hour, after: "T")
        text.append(pair: civil.minute, after: ":")
        text.append(pair: civil.second, after: ":")
        text.append(UInt8(ascii: "."))
        text.append(UInt8(ascii: "0") + UInt8(civil.millisecond / 100))
        text.append(pair: civil.millisecond % 100)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// `YYYYMMDDThhmmssZ`, the basic form of ISO 8601 to the second, which signatures carry.
    public var basicISO8601: String {
        let civil = CivilTime(self)
        var text: [UInt8] = []
        text.reserveCapacity(16)
        text.append(year: civil.year)
        text.append(pair: civil.month)
        text.append(pair: civil.day)
        text.append(pair: civil.hour, after: "T")
        text.append(pair: civil.minute)
        text.append(pair: civil.second)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads RFC 3339: date, `T`, time with any number of decimals (cut, not rounded, after the third), then `Z`
    /// or an offset such as `+01:00`. A date alone means its midnight UTC. Nil for anything else, for dates that
    /// do not exist and for a leap second (`:60`), which UTC milliseconds cannot tell from the second after it.
    public init?(iso8601 text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2)
        else { return nil }
        var civil = CivilTime(year: year, month: month, day: day)
        var offsetMinutes = 0
        if !reader.atEnd {
            guard reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(digits: 2),
                reader.skip(":"), let minute = reader.number(digits: 2), reader.skip(":"),
                let second = reader.number(digits: 2)
            else { return nil }
            (civil.hour, civil.minute, civil.second) = (hour, minute, second)
            if reader.skip(".") {
                guard let millisecond = reader.fraction() else { return nil }
                civil.millisecond = millisecond
            }
            guard let offset = reader.zone(), reader.atEnd else { return nil }
            offsetMinutes = offset
        }
        guard civil.exists else { return nil }
        self = civil.utc.advanced(by: Int64(-offsetMinutes) * 60_000)
    }
}

extension [UInt8] {
    /// At least four digits of `year`.
    fileprivate mutating func append(year: Int) {
        if year < 0 { append(UInt8(ascii: "-")) }
        if abs(year) > 9999 { append(contentsOf: String(abs(year) / 10_000).utf8) }
        append(pair: abs(year) / 100 % 100)
        append(pair: abs(year) % 100)
    }

    /// `separator`, and the two digits of `number`, which is 0...99.
    fileprivate mutating func append(pair number: Int, after separator: Unicode.Scalar? = nil) {
        if let separator { append(UInt8(ascii: separator)) }
        append(UInt8(ascii: "0") + UInt8(number / 10))
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

/// Reads fixed-width numbers and separators from the start of a byte string.
private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var atEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        position += digits
        return value
    }

    /// Milliseconds of a decimal fraction; nil if no digit follows.
    mutating func fraction() -> Int? {
        var value = 0
        var scale = 100
        let start = position
        while let digit = number(digits: 1) {
            value += digit * scale
            scale /= 10
        }
        return position > start ? value : nil
    }

    /// Minutes east of UTC.
    mutating func zone() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}

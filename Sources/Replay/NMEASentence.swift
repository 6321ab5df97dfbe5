import Positioning

/// One NMEA 0183 sentence whose checksum is right, split into its fields.
struct NMEASentence {
    /// The three letters that say what it is, such as `RMC`.
    let kind: Substring
    /// What stands between the commas, the address field left out.
    private let fields: [Substring]

    /// Reads `$ttKKK,field,...*hh`; nil without a right checksum.
    init?(_ line: ArraySlice<UInt8>) {
        guard let star = line.lastIndex(of: UInt8(ascii: "*")), line.first == UInt8(ascii: "$"),
            let sum = UInt8(String(decoding: line[(star + 1)...].prefix(2), as: UTF8.self), radix: 16),
            line[(line.startIndex + 1)..<star].reduce(0, ^) == sum
        else { return nil }
        let text = String(decoding: line[(line.startIndex + 1)..<star], as: UTF8.self)
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let address = parts.first, address.count == 5 else { return nil }
        kind = address.suffix(3)
        fields = Array(parts.dropFirst())
    }

    /// The field at `index`, from 0; nil if it is missing or empty.
    subscript(index: Int) -> Substring? {
        fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
    }

    /// The field as a finite number.
    func number(_ index: Int) -> Double? {
        self[index].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// `ddmm.mmmm,N,dddmm.mmmm,E` from `index` on.
    func coordinate(_ index: Int) -> Coordinate? {
        guard let latitude = angle(index, negative: "S"), let longitude = angle(index + 2, negative: "W") else {
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Milliseconds of the day of `hhmmss.sss`.
    func timeOfDay(_ index: Int) -> Int64? {
        guard let value = number(index), value >= 0, value < 240_000 else { return nil }
        let milliseconds = Int64((value * 1000).rounded())
        let (hours, minutes, rest) = (
            milliseconds / 10_000_000, milliseconds / 100_000 % 100, milliseconds % 100_000
        )
        guard minutes < 60, rest < 60_000 else { return nil }
        return hours * 3_600_000 + minutes * 60_000 + rest
    }

    /// Midnight of `ddmmyy`; years from 80 on are of the last century.
    func date(_ index: Int) -> UTCTime? {
        guard let text = self[index], text.utf8.count == 6, let value = Int(text), value >= 0 else { return nil }
        let (day, month, year) = (value / 10_000, value / 100 % 100, value % 100)
        let civil = CivilTime(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
        return civil.exists ? civil.utc : nil
    }

    private func angle(_ index: Int, negative: Substring) -> Double? {
        guard let value = number(index), let side = self[index + 1] else { return nil }
        let degrees = (value / 100).rounded(.down)
        let angle = degrees + (value - degrees * 100) / 60
        return side == negative ? -angle : angle
    }
}

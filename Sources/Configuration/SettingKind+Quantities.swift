/// A unit of a quantity and how many of the smallest one it is worth.
private struct Unit: Sendable {
    var name: String
    var factor: Double
}

extension SettingKind where Value == Int64 {
    /// Milliseconds, written `500ms 30s 5min 12h 7d`.
    static func duration(_ from: String, _ to: String) -> Self {
        whole("a duration", from, to, durations)
    }

    /// Bytes, written `64K 256M 1G`, in powers of 1024.
    static func size(_ from: String, _ to: String) -> Self {
        whole("a size", from, to, sizes)
    }
}

extension SettingKind where Value == Double {
    /// Metres, written `30m 1.5km`.
    static func distance(_ from: String, _ to: String) -> Self {
        real("a distance", from, to, distances)
    }

    /// Metres a second, written `90m/s 120km/h`.
    static func speed(_ from: String, _ to: String) -> Self {
        real("a speed", from, to, speeds)
    }

    /// Degrees, written `25deg`.
    static func angle(_ from: String, _ to: String) -> Self {
        real("an angle", from, to, angles)
    }

    /// A plain number.
    static func number(_ from: String, _ to: String) -> Self {
        real("a number", from, to, plain)
    }
}

extension SettingKind where Value == Int {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(accepted: "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            text throws(SettingRejection) in
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text) else {
                throw SettingRejection("this is no whole number")
            }
            guard range.contains(value) else { throw SettingRejection("out of range") }
            return value
        }
    }
}

private let durations = [
    Unit(name: "ms", factor: 1), Unit(name: "s", factor: 1000), Unit(name: "min", factor: 60_000),
    Unit(name: "h", factor: 3_600_000), Unit(name: "d", factor: 86_400_000),
]
private let sizes = [
    Unit(name: "K", factor: 1024), Unit(name: "M", factor: 1_048_576), Unit(name: "G", factor: 1_073_741_824),
]
private let distances = [Unit(name: "m", factor: 1), Unit(name: "km", factor: 1000)]
private let speeds = [Unit(name: "m/s", factor: 1), Unit(name: "km/h", factor: 1 / 3.6)]
private let angles = [Unit(name: "deg", factor: 1)]
private let plain = [Unit(name: "", factor: 1)]

private func describe(_ what: String, _ from: String, _ to: String, _ units: [Unit]) -> String {
    let names = units.map(\.name).joined(separator: " ")
    return "\(what) from \(from) to \(to)" + (names.isEmpty ? "" : " (unit: \(names))")
}

private func whole(_ what: String, _ from: String, _ to: String, _ units: [Unit]) -> SettingKind<Int64> {
    let real = real(what, from, to, units)
    return SettingKind(accepted: real.accepted) { text throws(SettingRejection) in
        let value = try real.parse(text)
        let nearest = value.rounded()
        // 4.35min are 260999.99999999997 ms.
        guard abs(value - nearest) <= 2 * nearest.ulp else {
            throw SettingRejection("this is a fraction of the smallest unit")
        }
        return Int64(nearest)
    }
}

private func real(_ what: String, _ from: String, _ to: String, _ units: [Unit]) -> SettingKind<Double> {
    SettingKind(accepted: describe(what, from, to, units)) { text throws(SettingRejection) in
        let value = try quantity(text, units)
        guard try value >= quantity(from, units), try value <= quantity(to, units) else {
            throw SettingRejection("out of range")
        }
        return value
    }
}

/// A decimal number without sign or exponent, and at once its unit.
private func quantity(_ text: String, _ units: [Unit]) throws(SettingRejection) -> Double {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let name = text.dropFirst(number.count)
    guard number.first?.isNumber == true, number.last?.isNumber == true, let value = Double(number) else {
        throw SettingRejection("there is no number")
    }
    guard let unit = units.first(where: { $0.name == name }) else {
        let isBare = name.isEmpty
        throw SettingRejection(isBare ? "the unit is missing" : "\"\(name)\" is not a unit of this")
    }
    return value * unit.factor
}

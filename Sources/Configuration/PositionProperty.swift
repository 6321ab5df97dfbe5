/// What may be sent with a position besides the place, the time and the accuracy (PositionProperties).
public enum PositionProperty: String, CaseIterable, Sendable {
    /// Speed over ground.
    case speed
    /// Course over ground.
    case course
    /// Altitude above mean sea level.
    case altitude
    /// Vertical speed.
    case climb
    /// How much of a position it is.
    case mode
    /// Satellites used.
    case satellites
    /// Horizontal dilution of precision.
    case hdop
    /// Time since the position was measured.
    case age

    /// The service takes at most 4.
    static let kind = SettingKind<[PositionProperty]>(
        accepted: "none, or at most 4 of " + allCases.map(\.rawValue).joined(separator: " ")
    ) { text throws(SettingRejection) in
        guard text != "none" else { return [] }
        var properties: [PositionProperty] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
            guard let property = PositionProperty(rawValue: String(word)) else {
                throw SettingRejection("there is no property \"\(word)\"")
            }
            guard !properties.contains(property) else { throw SettingRejection("\(word) is there twice") }
            properties.append(property)
        }
        guard (1...4).contains(properties.count) else {
            throw SettingRejection(properties.isEmpty ? "empty" : "these are \(properties.count)")
        }
        return properties
    }
}

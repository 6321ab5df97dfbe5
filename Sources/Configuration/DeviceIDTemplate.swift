/// `device.id`: a DeviceId of Amazon Location, in which `%m %s %t %H` stand for facts of the machine.
enum DeviceIDTemplate {
    /// The salt of the machine-id's hash: it makes the id waypost's own.
    private static let application: [UInt8] = [
        0x77, 0x61, 0x79, 0x70, 0x6f, 0x73, 0x74, 0x2d, 0x64, 0x65, 0x76, 0x69, 0x63, 0x65, 0x2d, 0x31,
    ]

    /// Checks everything that can be checked without the machine's facts.
    static let kind = SettingKind<String>(
        accepted: "1 to 100 letters, digits, - . _ of any script, with %m (from the machine-id), %s (serial number), "
            + "%t (IoT thing name), %H (host name)"
    ) { text throws(SettingRejection) in
        var example = ""
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "%" else {
                example.unicodeScalars.append(scalar)
                continue
            }
            guard let letter = scalars.next(), "mstH".unicodeScalars.contains(letter) else {
                throw SettingRejection("after % one of m, s, t, H must follow")
            }
            example += "x"
        }
        guard isDeviceID(example) else { throw SettingRejection(example.isEmpty ? "empty" : "not valid") }
        return text
    }

    /// The id that `template` makes on this machine, or why it cannot be made.
    static func resolve(
        _ template: String, facts: MachineFacts, thingName: String?
    ) throws(SettingRejection) -> String {
        var result = ""
        var scalars = template.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "%" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            result += try value(of: scalars.next(), facts, thingName)
        }
        guard isDeviceID(result) else { throw SettingRejection("on this machine it makes \"\(result)\", not valid") }
        return result
    }

    /// The service's rule: `[-._\p{L}\p{N}]{1,100}`.
    private static func isDeviceID(_ text: String) -> Bool {
        (1...100).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { scalar in
                "-._".unicodeScalars.contains(scalar) || scalar.properties.generalCategory.isLetterOrNumber
            }
    }

    private static func value(
        of letter: Unicode.Scalar?, _ facts: MachineFacts, _ thingName: String?
    ) throws(SettingRejection) -> String {
        switch letter {
        case "m":
            guard let id = facts.machineID.flatMap(appSpecific) else {
                throw SettingRejection("%m: this machine has no machine-id; run systemd-machine-id-setup")
            }
            return id
        case "s":
            guard let number = facts.serialNumber else {
                throw SettingRejection("%s: this machine has no serial number in its device tree; use %m")
            }
            return number
        case "t":
            guard let thingName else { throw SettingRejection("%t: credentials.thing-name is not set") }
            return thingName
        default:
            return facts.hostName
        }
    }

    /// As sd_id128_get_machine_app_specific(3) does it: the machine-id itself is confidential (machine-id(5)), so what
    /// leaves the machine is its HMAC, of which nobody can get back to it.
    private static func appSpecific(_ machineID: String) -> String? {
        let digits = machineID.compactMap(\.hexDigitValue)
        guard digits.count == 32, machineID.count == 32 else { return nil }
        let key = stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        var id = Array(SHA256.authenticate(application, key: key)[..<16])
        id[6] = id[6] & 0x0f | 0x40
        id[8] = id[8] & 0x3f | 0x80
        return id.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension Unicode.GeneralCategory {
    /// The Unicode classes L and N.
    fileprivate var isLetterOrNumber: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}

/// The patterns of the service's names.
enum Names {
    /// DeviceId: `[-._\p{L}\p{N}]+`.
    static func isDeviceID(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { isMark($0) || isLetterOrNumber($0) }
    }

    /// TrackerName: `[-._\w]+`, where `\w` is ASCII.
    static func isTrackerName(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { isMark($0) || isASCIIWord($0) }
    }

    /// Cognito's identity pool and identity ids: `[\w-]+:[0-9a-f-]+`, at most 55 characters.
    static func isIdentity(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, text.unicodeScalars.count <= 55 else {
            return false
        }
        return parts[0].unicodeScalars.allSatisfy { $0 == "-" || isASCIIWord($0) }
            && parts[1].unicodeScalars.allSatisfy { $0 == "-" || ("0"..."9").contains($0) || ("a"..."f").contains($0) }
    }

    /// A role alias: `[\w=,@-]+`, 1...128.
    static func isRoleAlias(_ text: String) -> Bool {
        (1...128).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { isASCIIWord($0) || ["=", ",", "@", "-"].contains($0) }
    }

    /// A thing name: `[a-zA-Z0-9:_-]+`, 1...128.
    static func isThing(_ text: String) -> Bool {
        (1...128).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { isASCIIWord($0) || $0 == ":" || $0 == "-" }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "." || scalar == "_"
    }

    private static func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isASCIIWord(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default:
            return false
        }
    }
}

/// Percent-encoding as Signature Version 4 defines it: every byte but letters, digits and `-._~` becomes `%XX` in
/// capitals (AWS IAM user guide, "Create a signed AWS API request", UriEncode).
public enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The UTF-8 of `text`, encoded; `/` too unless `keepingSlashes`.
    public static func encoded(_ text: String, keepingSlashes: Bool = false) -> String {
        let isPlain = text.utf8.allSatisfy { isUnreserved($0) || keepingSlashes && $0 == UInt8(ascii: "/") }
        return isPlain ? text : encoded(text.utf8, keepingSlashes: keepingSlashes)
    }

    static func encoded(_ bytes: some Sequence<UInt8>, keepingSlashes: Bool = false) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) || keepingSlashes && byte == UInt8(ascii: "/") {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 0xF)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes that `text` stands for; a `%` that two hexadecimal digits do not follow stands for itself.
    public static func decoded(_ text: some StringProtocol) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(bytes[index + 1]),
                let low = value(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension String {
    /// The text with each `%HH` replaced by its byte (RFC 3986, section 2.1); what is not UTF-8 then becomes U+FFFD,
    /// which no name of the service may hold.
    var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(hex: rest.prefix(2)) {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of hexadecimal digits; unlike `init(_:radix:)` it takes no sign.
    fileprivate init?(hex digits: ArraySlice<UInt8>) {
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

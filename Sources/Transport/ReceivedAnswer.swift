/// An answer while it arrives, with a bound on its size.
struct ReceivedAnswer {
    private let limit: Int
    private var headers: [HTTPHeader] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    /// True once more has come than is accepted.
    private(set) var isTooLarge = false

    /// True once the empty line after the headers has come.
    private(set) var headIsComplete = false

    /// Most bytes of all header lines together.
    private static let headerLimit = 64 << 10

    init(limit: Int) {
        self.limit = limit
    }

    func response(status: Int) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: body)
    }

    /// False if the answer has become too large. A status line begins anew: the one before was interim (1xx).
    mutating func addHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        isTooLarge = isTooLarge || headerBytes > Self.headerLimit
        if line.starts(with: "HTTP/".utf8) {
            headers = []
            headIsComplete = false
        } else if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
            headIsComplete = true
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: line[..<colon], as: UTF8.self)
            headers.append(HTTPHeader(name, String(decoding: Self.trimmed(line[(colon + 1)...]), as: UTF8.self)))
        }
        return !isTooLarge
    }

    /// False if the answer has become too large.
    mutating func addBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = isTooLarge || body.count + piece.count > limit
        if !isTooLarge { body.append(contentsOf: piece) }
        return !isTooLarge
    }

    private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var value = value.drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return value
    }

    /// A space, a tab, or a part of the line's end.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

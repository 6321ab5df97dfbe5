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
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            headers = []
            headIsComplete = false
        } else if text == "\r\n" || text == "\n" {
            headIsComplete = true
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...]
            headers.append(HTTPHeader(String(text[..<colon]), value.trimmingBlanks))
        }
        return !isTooLarge
    }

    /// False if the answer has become too large.
    mutating func addBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = isTooLarge || body.count + piece.count > limit
        if !isTooLarge { body.append(contentsOf: piece) }
        return !isTooLarge
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// One HTTP answer, complete.
public struct HTTPResponse: Equatable, Sendable {
    /// Status code.
    public var status: Int
    /// Headers in the order of arrival.
    public var headers: [HTTPHeader]
    /// The body's bytes.
    public var body: [UInt8]

    /// An answer with all its parts.
    public init(status: Int, headers: [HTTPHeader], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Value of the first header called `name`, compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}

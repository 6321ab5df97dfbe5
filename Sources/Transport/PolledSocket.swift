/// A descriptor with what is awaited of it, or, given to `HTTPClient.serve`, with what poll(2) said of it.
public struct PolledSocket: Equatable, Sendable {
    /// File descriptor; owned by the client.
    public var descriptor: Int32
    /// POLLIN. After POLLERR or POLLHUP the loop sets both flags.
    public var reading: Bool
    /// POLLOUT.
    public var writing: Bool

    /// A descriptor with both flags.
    public init(descriptor: Int32, reading: Bool, writing: Bool) {
        self.descriptor = descriptor
        self.reading = reading
        self.writing = writing
    }
}

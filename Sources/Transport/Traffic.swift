/// Bytes in both directions.
public struct Traffic: Equatable, Sendable {
    /// Bytes from here to there.
    public var sent: Int64
    /// Bytes from there to here.
    public var received: Int64

    /// `sent` and `received` bytes.
    public init(sent: Int64 = 0, received: Int64 = 0) {
        self.sent = sent
        self.received = received
    }

    /// Adds direction by direction.
    public static func + (left: Traffic, right: Traffic) -> Traffic {
        Traffic(sent: left.sent + right.sent, received: left.received + right.received)
    }
}

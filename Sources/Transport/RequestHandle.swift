/// Names a started request, so that it can be cancelled. Never reused by a client.
public struct RequestHandle: Hashable, Sendable {
    let number: UInt64
}

import Signing

/// Keys to sign with, and how long they are good for. Never shows the secret parts, however it is printed.
public struct Credentials: Equatable, Sendable, CustomStringConvertible {
    /// What requests are signed with.
    public var keys: SigningCredentials
    /// Milliseconds that they were still good for when they were handed out; nil for ever.
    ///
    /// A span and not an instant, because the clock of the machine may be wrong: whoever handed them out knew the time.
    public var lifetime: Int64?
    /// Where they come from, in words for people.
    public var source: String

    /// Credentials with all their parts.
    public init(keys: SigningCredentials, lifetime: Int64? = nil, source: String) {
        self.keys = keys
        self.lifetime = lifetime
        self.source = source
    }

    /// The access key id and the source.
    public var description: String { "\(keys) from \(source)" }
}

/// Why a request got no whole answer. The request may have been acted upon all the same.
public struct TransportFailure: Error, Equatable, Sendable {
    /// What failed.
    public enum Kind: String, CaseIterable, Sendable {
        /// The host's name could not be resolved.
        case resolve
        /// No connection: refused, unreachable, or no answer to it in time.
        case connect
        /// TLS could not be agreed on, or the peer is not who it should be.
        case tls
        /// The peer's certificate is not valid at the time that this machine believes in: expired, or not yet valid.
        case certificateTime = "certificate-time"
        /// Connected, but no whole answer in time.
        case timeout
        /// The connection ended before the answer did.
        case cut
        /// The answer was larger than is accepted.
        case tooLarge = "too-large"
        /// Anything else that libcurl can report, such as a URL that it cannot read.
        case other
    }

    /// What failed.
    public var kind: Kind
    /// A sentence for people: what happened, to which host, and what to do.
    public var message: String

    /// The failure `kind` with a sentence about it.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

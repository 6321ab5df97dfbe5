import Positioning

/// How a request is carried out. TLS verification is not among them: it cannot be switched off.
public struct RequestOptions: Equatable, Sendable {
    /// Milliseconds for name lookup, TCP and TLS together; mobile networks need a few seconds to wake up.
    public var connectTimeout: Int64 = 10_000
    /// Milliseconds without a byte in either direction after which a request fails; rounded up to seconds.
    public var stallTimeout: Int64 = 20_000
    /// Milliseconds for the whole request.
    public var timeout: Int64 = 60_000
    /// Most bytes of the answer's body.
    public var maximumResponseSize = 1 << 20
    /// PEM bundle of the certificate authorities to trust; nil for the system's.
    public var caFile: String?
    /// What this device shows to a server that asks for it (mutual TLS).
    public var clientCertificate: ClientCertificate?
    /// Judge the server's certificate as of this instant; nil for the system clock. For a machine whose clock is
    /// wrong but which knows the time from somebody trustworthy.
    public var verificationTime: UTCTime?

    /// The defaults above, but for what is given.
    public init(caFile: String? = nil, verificationTime: UTCTime? = nil) {
        (self.caFile, self.verificationTime) = (caFile, verificationTime)
    }
}

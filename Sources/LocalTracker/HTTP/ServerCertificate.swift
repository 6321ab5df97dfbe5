/// What the server shows to its clients over TLS.
struct ServerCertificate: Sendable {
    /// Certificate chain, PEM.
    var chain: String
    /// Private key, PEM.
    var key: String
}

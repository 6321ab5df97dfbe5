/// What the server shows to its clients over TLS.
struct ServerCertificate: Sendable {
    /// Certificate chain, PEM.
    var chain: String
    /// Private key, PEM.
    var key: String
    /// The certificates, PEM, that vouch for clients; nil to ask no client for a certificate.
    var authority: String?
}

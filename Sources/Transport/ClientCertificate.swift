/// The files of a client certificate.
public struct ClientCertificate: Equatable, Sendable {
    /// PEM file with the certificate, and the chain to its authority if there is one.
    public var certificateFile: String
    /// PEM file with the private key, without a pass phrase.
    public var keyFile: String

    /// The certificate in `certificateFile` with its key in `keyFile`.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

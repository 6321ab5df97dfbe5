/// Who may be given temporary credentials, and for how long.
struct CredentialIssuer: Equatable, Sendable {
    /// Identity pools whose guests get credentials.
    var identityPools: Set<String> = []
    /// Role aliases for devices with a certificate.
    var roleAliases: Set<String> = []
    /// Milliseconds that credentials are accepted.
    var lifetime: Int64 = 3_600_000

    /// True if nobody gets any.
    var isIdle: Bool { identityPools.isEmpty && roleAliases.isEmpty }
}

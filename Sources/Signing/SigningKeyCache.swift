/// Keeps the last signing key, because it changes once a day and with the credentials only.
struct SigningKeyCache: Sendable {
    private var entry: (secret: String, scope: CredentialScope, key: SigningKey)?

    /// The key of `secret` for `scope`.
    mutating func key(secret: String, scope: CredentialScope) -> SigningKey {
        if let entry, entry.scope == scope, entry.secret == secret { return entry.key }
        let key = SigningKey(secret: secret, scope: scope)
        entry = (secret, scope, key)
        return key
    }
}

extension SigningKeyCache: CustomStringConvertible, CustomReflectable {
    var description: String { "signing key cache" }

    var customMirror: Mirror { Mirror(self, children: [:]) }
}

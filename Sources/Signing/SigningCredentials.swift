/// What a request is signed with. Never shows the secret parts, however it is printed.
public struct SigningCredentials: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Names the key; not a secret, it goes over the wire in each request.
    public var accessKeyID: String
    /// The key itself.
    public var secretAccessKey: String
    /// Goes with temporary keys.
    public var sessionToken: String?

    /// Credentials with all their parts.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    /// The access key id alone.
    public var description: String { "credentials of access key \(accessKeyID)" }

    /// The access key id alone, so that `dump` and debuggers show no more than `description`.
    public var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

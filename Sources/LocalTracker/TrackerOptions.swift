/// How a `TrackerServer` is set up.
public struct TrackerOptions: Sendable {
    /// `HOST:PORT`; port 0 picks a free one.
    public var listen = "127.0.0.1:0"
    /// The database file; made if it does not exist.
    public var database: String
    /// Trackers that shall exist, with their filters. One that exists already keeps its positions and gets the filter.
    public var trackers: [(name: String, filtering: PositionFiltering)] = []
    /// Keys that may sign. Without any, a signature must be well-formed and of this hour, but every key is accepted.
    public var keys: [Key] = []
    /// PEM files of the certificate chain and its key, for TLS.
    public var certificate: (chain: String, key: String)?
    /// PEM file of the certificates that vouch for devices, needed for `roleAliases`.
    public var clientAuthority: String?
    /// Cognito identity pools whose guests get credentials.
    public var identityPools: Set<String> = []
    /// AWS IoT role aliases of which devices with a certificate get credentials.
    public var roleAliases: Set<String> = []
    /// Seconds that credentials which were given out are accepted.
    public var credentialLifetime: Int64 = 3600

    /// A key that may sign requests.
    public struct Key: Sendable {
        /// Access key id.
        public var id: String
        /// Secret access key.
        public var secret: String
    }

    /// A server on the database at `database`.
    public init(database: String) {
        self.database = database
    }
}

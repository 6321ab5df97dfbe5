/// Where services differ in how they canonicalise a request. The defaults suit every service but S3.
public struct SigningOptions: Equatable, Sendable {
    /// Removes `.` and `..` segments and repeated slashes from the canonical path.
    public var normalizesPath = true
    /// Percent-encodes the path of the wire once more; else the path is signed with one encoding, as S3 wants it.
    public var encodesPathTwice = true
    /// Signs the session token; some services (AWS IoT over WebSocket) want it added after signing.
    public var signsSessionToken = true

    /// The options of every service but S3.
    public init() {}
}

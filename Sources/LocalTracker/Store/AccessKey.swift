import Positioning
import Signing

/// A key that may sign requests.
struct AccessKey: Equatable, Sendable {
    /// Key, secret and, with temporary ones, token.
    var credentials: SigningCredentials
    /// When it stops being accepted; nil for never.
    var expiry: UTCTime?
    /// The only device that it may write, as a policy with `geo:DeviceIds` would have it; nil for any.
    var thing: String?

    /// A temporary one, as long as those of AWS are.
    static func random(expiry: UTCTime, thing: String?) -> AccessKey {
        let credentials = SigningCredentials(
            accessKeyID: "ASIA" + RandomText.capitals(16), secretAccessKey: RandomText.mixed(40),
            sessionToken: RandomText.mixed(900))
        return AccessKey(credentials: credentials, expiry: expiry, thing: thing)
    }
}

import JSON
import Positioning
import Signing
import Transport

/// The three forms in which credentials are handed out as JSON.
enum CredentialAnswer {
    /// What a `credential_process` prints (AWS SDKs and tools reference guide): nil unless `Version` is 1.
    static func process(_ json: JSONValue, at now: UTCTime, source: String) -> Credentials? {
        guard json["Version"]?.integer == 1, let id = json["AccessKeyId"]?.string,
            let secret = json["SecretAccessKey"]?.string
        else { return nil }
        var lifetime: Int64?
        if let expiration = json["Expiration"] {
            guard let end = expiration.string.flatMap({ UTCTime(iso8601: $0) }) else { return nil }
            lifetime = end.since(now)
        }
        return credentials(id, secret, json["SessionToken"]?.string, lifetime, source)
    }

    /// The `Credentials` of Cognito's GetCredentialsForIdentity: `SecretKey`, and `Expiration` in seconds since 1970.
    static func cognito(_ json: JSONValue, at now: UTCTime, source: String) -> Credentials? {
        guard let id = json["AccessKeyId"]?.string, let secret = json["SecretKey"]?.string,
            let token = json["SessionToken"]?.string, let seconds = json["Expiration"]?.number,
            (0..<1e12).contains(seconds)
        else { return nil }
        return credentials(id, secret, token, UTCTime(milliseconds: Int64(seconds * 1000)).since(now), source)
    }

    /// The `credentials` of AWS IoT's credentials endpoint.
    static func iot(_ json: JSONValue, at now: UTCTime, source: String) -> Credentials? {
        guard let id = json["accessKeyId"]?.string, let secret = json["secretAccessKey"]?.string,
            let token = json["sessionToken"]?.string,
            let end = json["expiration"]?.string.flatMap({ UTCTime(iso8601: $0) })
        else { return nil }
        return credentials(id, secret, token, end.since(now), source)
    }

    /// The instant from which a lifetime counts: the `Date` of the one who set its end, else our own time.
    static func time(of response: HTTPResponse, or now: UTCTime) -> UTCTime {
        response.header("date").flatMap(UTCTime.init(httpDate:)) ?? now
    }

    /// Nil for empty keys, keys that could not stand in a header, and for what is over already.
    private static func credentials(
        _ id: String, _ secret: String, _ token: String?, _ lifetime: Int64?, _ source: String
    ) -> Credentials? {
        let isPrintable = (id + (token ?? "")).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !id.isEmpty, !secret.isEmpty, isPrintable, lifetime.map({ $0 > 0 }) ?? true else { return nil }
        let keys = SigningCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)
        return Credentials(keys: keys, lifetime: lifetime, source: source)
    }
}

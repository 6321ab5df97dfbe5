import JSON
import Positioning
import SQLite
import Signing

/// Amazon Cognito's identity pools, for guests alone: enhanced flow, JSON 1.1, unsigned.
extension TrackerService {
    /// GetId: a new guest each time, as nothing in the request tells one from another.
    func guestIdentity(_ body: JSONValue) throws -> Answer {
        let pool = try identity(body["IdentityPoolId"], "identityPoolId")
        try refuseLogins(body)
        guard issuer.identityPools.contains(pool), let region = pool.split(separator: ":").first else {
            throw Refusal.json("ResourceNotFoundException", "IdentityPool '\(pool)' not found.")
        }
        let identity = "\(region):\(RandomText.identifier())"
        try store.change { () throws(SQLiteError) in try store.identities.insert(identity: identity, pool: pool) }
        return .object(header: .json11) { $0.member("IdentityId", identity) }
    }

    /// GetCredentialsForIdentity.
    func guestCredentials(_ body: JSONValue) throws -> Answer {
        let identity = try identity(body["IdentityId"], "identityId")
        try refuseLogins(body)
        guard let pool = try store.identities.pool(of: identity), issuer.identityPools.contains(pool) else {
            throw Refusal.json("ResourceNotFoundException", "Identity '\(identity)' not found.")
        }
        let issued = try issue(to: nil)
        return .object(header: .json11) { json in
            json.member("IdentityId", identity)
            json.member("Credentials") { json in
                json.object { json in
                    json.member("AccessKeyId", issued.key.accessKeyID)
                    json.member("SecretKey", issued.key.secretAccessKey)
                    json.member("SessionToken", issued.key.sessionToken ?? "")
                    json.member("Expiration", issued.expiry.milliseconds / 1000)
                }
            }
        }
    }

    /// New credentials, kept so that they are known when they come back.
    func issue(to thing: String?) throws -> (key: SigningCredentials, expiry: UTCTime) {
        // Whole seconds, because Cognito and IoT tell no less.
        let expiry = UTCTime(seconds: now.advanced(by: issuer.lifetime).milliseconds / 1000)
        let issued = AccessKey.random(expiry: expiry, thing: thing)
        try store.change { () throws(SQLiteError) in
            // Kept for a day, so that a client with an old clock hears that they are expired, not unknown.
            try store.identities.expire(before: now.advanced(by: -86_400_000))
            try store.identities.insert(issued)
        }
        return (issued.credentials, expiry)
    }

    private func identity(_ value: JSONValue?, _ name: String) throws -> String {
        guard let text = value?.string, Names.isIdentity(text) else {
            throw Refusal.json(
                "InvalidParameterException",
                "1 validation error detected: Value at '\(name)' failed to satisfy constraint: "
                    + "Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+")
        }
        return text
    }

    private func refuseLogins(_ body: JSONValue) throws {
        guard body["Logins"]?.object?.isEmpty ?? true else {
            throw Refusal.json("NotAuthorizedException", "This tracker has guests only; send no Logins.")
        }
    }
}

extension Refusal {
    /// An error of a JSON 1.1 service, which are all answered with status 400.
    fileprivate static func json(_ code: String, _ message: String) -> Refusal {
        Refusal(status: 400, code: code, message: message)
    }
}

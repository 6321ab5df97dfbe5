import Positioning
import SQLite
import Signing

/// The statements on the tables of guests and of the credentials that were given out.
final class IdentityStatements {
    private let insertIdentity: Statement
    private let findIdentity: Statement
    private let insertCredentials: Statement
    private let findCredentials: Statement
    private let expire: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        insertIdentity = try connection.prepare("INSERT INTO identity (id, pool) VALUES (?1, ?2)")
        findIdentity = try connection.prepare("SELECT pool FROM identity WHERE id = ?1")
        insertCredentials = try connection.prepare(
            "INSERT INTO credentials (id, secret, token, expires_ms, thing) VALUES (?1, ?2, ?3, ?4, ?5)")
        findCredentials = try connection.prepare(
            "SELECT secret, token, expires_ms, thing FROM credentials WHERE id = ?1")
        expire = try connection.prepare("DELETE FROM credentials WHERE expires_ms < ?1")
    }

    /// Adds a guest of an identity pool.
    func insert(identity: String, pool: String) throws(SQLiteError) {
        try insertIdentity.bind(identity, at: 1)
        try insertIdentity.bind(pool, at: 2)
        _ = try insertIdentity.step()
    }

    /// The identity pool of a guest; nil if there is no such guest.
    func pool(of identity: String) throws(SQLiteError) -> String? {
        try findIdentity.bind(identity, at: 1)
        guard try findIdentity.step() else { return nil }
        defer { findIdentity.reset() }
        return findIdentity.text(0)
    }

    /// Keeps credentials that are given out.
    func insert(_ issued: AccessKey) throws(SQLiteError) {
        try insertCredentials.bind(issued.credentials.accessKeyID, at: 1)
        try insertCredentials.bind(issued.credentials.secretAccessKey, at: 2)
        try insertCredentials.bind(issued.credentials.sessionToken, at: 3)
        try insertCredentials.bind(issued.expiry?.milliseconds, at: 4)
        try insertCredentials.bind(issued.thing, at: 5)
        _ = try insertCredentials.step()
    }

    /// The credentials with an access key id, also for a while after they expired.
    func find(_ id: String) throws(SQLiteError) -> AccessKey? {
        try findCredentials.bind(id, at: 1)
        guard try findCredentials.step() else { return nil }
        defer { findCredentials.reset() }
        let credentials = SigningCredentials(
            accessKeyID: id, secretAccessKey: findCredentials.text(0) ?? "", sessionToken: findCredentials.text(1))
        return AccessKey(
            credentials: credentials, expiry: UTCTime(milliseconds: findCredentials.integer(2)),
            thing: findCredentials.text(3))
    }

    /// Forgets credentials that expired before `time`.
    func expire(before time: UTCTime) throws(SQLiteError) {
        try expire.bind(time.milliseconds, at: 1)
        _ = try expire.step()
    }
}

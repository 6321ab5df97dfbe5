import Positioning
import SQLite
import Signing

/// An Amazon-Location-compatible tracker on one HTTP port and one SQLite file, to be served by a poll loop.
///
/// Not for more than one thread.
public final class TrackerServer {
    private let service: TrackerService
    private let server: HTTPServer
    private let store: TrackerStore
    private var synchronisation: BootTime?
    private var expiry: BootTime?

    /// Milliseconds within which what was answered is safe from a power cut.
    private static let window: Int64 = 1000
    /// Milliseconds between two looks for positions that are too old.
    private static let expiryInterval: Int64 = 86_400_000

    /// Opens the database, makes the trackers and listens.
    public init(_ options: TrackerOptions, now: UTCTime, log: TrackerLog = TrackerLog()) throws(TrackerError) {
        store = try TrackerStore(path: options.database)
        var certificate: ServerCertificate?
        if let files = options.certificate {
            certificate = ServerCertificate(
                chain: try PEMFile.read(files.chain, for: "--tls-certificate"),
                key: try PEMFile.read(files.key, for: "--tls-key"))
        }
        if let file = options.clientAuthority { certificate?.authority = try PEMFile.read(file, for: "--client-ca") }
        let issuer = CredentialIssuer(
            identityPools: options.identityPools, roleAliases: options.roleAliases,
            lifetime: options.credentialLifetime * 1000)
        service = TrackerService(
            store: store, keys: options.keys.map { SigningCredentials(accessKeyID: $0.id, secretAccessKey: $0.secret) },
            issuer: issuer, log: log)
        service.now = now
        do throws(SQLiteError) {
            try store.ensure(options.trackers, now: now)
        } catch {
            throw .database(error)
        }
        server = try HTTPServer(listen: options.listen, certificate: certificate, responder: service)
    }

    /// What to give a client as endpoint: `http://HOST:PORT` or `https://HOST:PORT`.
    public var address: String { server.address }

    /// Readable when `serve` has something to do.
    public var descriptor: Int32 { server.descriptor }

    /// When to call `serve` at the latest; nil for no such time.
    public var deadline: BootTime? { [server.deadline, synchronisation].compactMap { $0 }.min() }

    /// What goes wrong from now on.
    public func setFaultPlan(_ plan: FaultPlan) {
        service.faults = plan
    }

    /// Does all that can be done without waiting. `utc` is the civil time.
    public func serve(now: BootTime, utc: UTCTime) {
        service.now = utc
        server.serve(now: now)
        if expiry.map({ $0 <= now }) ?? true {
            expiry = now.advanced(by: Self.expiryInterval)
            service.expire()
        }
        guard store.isUnsynchronised else { return }
        let due = synchronisation ?? now.advanced(by: Self.window)
        synchronisation = due
        if due <= now { synchronise() }
    }

    /// Makes what was answered outlive a power cut now.
    public func synchronise() {
        synchronisation = nil
        service.synchronise()
    }

    /// What became of the updates of each tracker, in the order of their names.
    public func counts() throws(TrackerError) -> [(name: String, counts: TrackerCounts)] {
        do throws(SQLiteError) {
            return try store.trackers.list(after: "", limit: Int(Int32.max)).map { ($0.name, $0.counts) }
        } catch {
            throw .database(error)
        }
    }
}

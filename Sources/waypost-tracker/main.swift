import Glibc
import LocalTracker
import Runtime

let parser = OptionParser(
    program: "waypost-tracker",
    summary: "A tracker with Amazon Location's API on this machine, for trials and tests.",
    options: [
        CommandOption("listen", argument: "HOST:PORT", help: "default 127.0.0.1:0; port 0 picks a free one"),
        CommandOption("database", argument: "FILE", help: "SQLite file, made if it does not exist (needed)"),
        CommandOption(
            "tracker", argument: "NAME[:FILTER]", help: "shall exist (repeatable); default FILTER: TimeBased"),
        CommandOption("key", argument: "ID:SECRET", help: "may sign (repeatable); without any, every key may"),
        CommandOption("tls-certificate", argument: "FILE", help: "certificate chain, PEM: serve https"),
        CommandOption("tls-key", argument: "FILE", help: "its private key, PEM"),
        CommandOption("identity-pool", argument: "ID", help: "Cognito pool, guests get credentials (repeatable)"),
        CommandOption("role-alias", argument: "NAME", help: "AWS IoT role alias, for devices with a certificate"),
        CommandOption("client-ca", argument: "FILE", help: "certificates that vouch for devices, PEM"),
        CommandOption("credential-lifetime", argument: "S", help: "of such credentials, in seconds (default 3600)"),
        CommandOption("fault-plan", argument: "FILE", help: "what shall go wrong; SIGHUP reads it again"),
        CommandOption("verbose", help: "a line on stderr for each request"),
    ], footer: TrackerOptions.help, hasSettings: false)

/// The tracker that the command line asks for.
func makeServer(_ given: ParsedOptions, _ clock: SystemClock, _ log: Log) throws -> TrackerServer {
    guard let database = given.value("database") else {
        throw UsageError("--database FILE is needed", program: parser.program)
    }
    var options = TrackerOptions(database: database)
    options.listen = given.value("listen") ?? options.listen
    for tracker in given.values("tracker") { try options.addTracker(tracker) }
    for key in given.values("key") { try options.addKey(key) }
    try options.setCertificate(chain: given.value("tls-certificate"), key: given.value("tls-key"))
    options.clientAuthority = given.value("client-ca")
    for pool in given.values("identity-pool") { try options.addIdentityPool(pool) }
    for alias in given.values("role-alias") { try options.addRoleAlias(alias) }
    if let seconds = given.value("credential-lifetime") { try options.setCredentialLifetime(seconds) }
    let faults = try given.value("fault-plan").map { try FaultPlan(file: $0) }
    var listener = TrackerLog(problem: { log.error($0) })
    if given.has("verbose") { listener.request = { line in log.debug(line) } }
    let server = try TrackerServer(options, now: clock.civilTime, log: listener)
    if let faults { server.setFaultPlan(faults) }
    return server
}

Program.run(parser) { given in
    Daemon.prepare()
    let clock = SystemClock()
    let log = Log(level: given.has("verbose") ? .debug : .info, clock: clock, isService: false)
    let server = try makeServer(given, clock, log)
    let loop = try EventLoop(clock: clock)
    let signals = try SignalSource { signal in
        switch signal {
        case .terminate, .interrupt: loop.stop()
        case .hangUp:
            do {
                if let plan = given.value("fault-plan") { server.setFaultPlan(try FaultPlan(file: plan)) }
            } catch {
                log.error("the old fault plan stays: \(error)")
            }
        case .user1: break
        }
    }
    loop.add(signals)
    loop.add(TrackerSource(server, clock: clock))
    print("listening on \(server.address)")
    fflush(nil)
    try loop.run()
    server.synchronise()
    for (name, counts) in try server.counts() { log.info("\(name): \(counts)") }
    return .success
}

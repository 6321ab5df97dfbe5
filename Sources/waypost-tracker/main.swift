import Glibc
import LocalTracker
import Runtime

let parser = OptionParser(
    program: "waypost-tracker", summary: "An Amazon-Location-compatible tracker on this machine.",
    options: [
        CommandOption("listen", argument: "HOST:PORT", help: "port 0 picks one (default 127.0.0.1:0)"),
        CommandOption("database", argument: "FILE", help: "SQLite file, made if it does not exist"),
        CommandOption("tracker", argument: "NAME[:FILTER]", help: "a tracker that shall exist (repeatable); FILTER is"),
        CommandOption("key", argument: "ID:SECRET", help: "a key that may sign (repeatable; without: any key)"),
        CommandOption("tls-certificate", argument: "FILE", help: "certificate chain, PEM: serve https"),
        CommandOption("tls-key", argument: "FILE", help: "its private key, PEM"),
        CommandOption("fault-plan", argument: "FILE", help: "what shall go wrong, for tests; see below"),
        CommandOption("verbose", help: "a line on stderr for each request"),
    ], footer: FaultPlan.help)

/// The fault plan in `file`.
func readFaultPlan(_ file: String) throws -> FaultPlan {
    do {
        return try FaultPlan(json: try TextFile.read(file))
    } catch let error as FaultPlanError {
        throw TrackerError.file(path: file, error.description)
    }
}

func run(_ given: ParsedOptions) throws {
    Daemon.prepare()
    let clock = SystemClock()
    let isVerbose = given.has("verbose")
    let log = Log(level: isVerbose ? .debug : .info, clock: clock)
    guard let database = given.value("database") else {
        throw UsageError("--database FILE is needed", program: parser.program)
    }
    var options = TrackerOptions(database: database)
    options.listen = given.value("listen") ?? options.listen
    for tracker in given.values("tracker") { try options.addTracker(tracker) }
    for key in given.values("key") { try options.addKey(key) }
    try options.setCertificate(chain: given.value("tls-certificate"), key: given.value("tls-key"))

    let plan = given.value("fault-plan")
    let faults = try plan.map(readFaultPlan)
    let server = try TrackerServer(
        options, now: clock.civilTime, log: isVerbose ? { line in log.debug(line) } : nil)
    if let faults { server.setFaultPlan(faults) }

    let loop = try EventLoop(clock: clock)
    loop.add(
        try SignalSource { signal in
            switch signal {
            case .terminate, .interrupt: loop.stop()
            case .hangUp:
                do {
                    if let plan { server.setFaultPlan(try readFaultPlan(plan)) }
                } catch {
                    log.error("the old fault plan stays: \(error)")
                }
            case .user1: break
            }
        })
    loop.add(TrackerSource(server, clock: clock))
    print("listening on \(server.address)")
    fflush(nil)
    try loop.run()
}

do {
    switch try parser.parse(Array(CommandLine.arguments.dropFirst())) {
    case .print(let text): print(text, terminator: "")
    case .run(let given): try run(given)
    }
} catch {
    var line = "waypost-tracker: \(error)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    let code: ExitCode =
        switch error {
        case is UsageError: .usage
        case let error as RuntimeError: error.exitCode
        case TrackerError.option: .usage
        case TrackerError.file: .noInput
        case TrackerError.listen, TrackerError.server: .unavailable
        default: .software
        }
    code.exit()
}

import Glibc
import JSON
import Positioning
import Transport

/// Credentials that a program prints (`credential_process`), started without a shell.
///
/// It has 60 seconds and 64 kB, no input, and no descriptor of ours. What it writes to its standard error goes nowhere:
/// nobody knows what it may hold.
public final class ProcessCredentials: CredentialProvider {
    private let command: String
    private let timeLimit: Int64
    private var running: (process: SpawnedProcess, until: BootTime, lookAgainAt: BootTime?)?
    private var waiting: [(Result<Credentials, CallFailure>) -> Void] = []

    /// Most bytes of output.
    private static let sizeLimit = 64 << 10
    /// Milliseconds between looks at whether a process that has closed its output has ended.
    private static let reapInterval: Int64 = 10

    /// Runs `command` each time: put it behind `RefreshingCredentials`. `timeLimit` is in milliseconds.
    public init(command: String, timeLimit: Int64 = 60_000) {
        self.command = command
        self.timeLimit = timeLimit
    }

    /// The file that `command` would run, found as it will be (posix_spawnp(3)), without running it.
    public static func program(of command: String) throws(CallFailure) -> String {
        let process = ProcessCredentials(command: command)
        guard let program = CommandWords.split(command)?.first else {
            throw process.failure("is not a command line that can be split into words")
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        let places = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
        guard let found = places.first(where: isProgram) else {
            throw process.failure("cannot be started: it is not installed, or may not be run")
        }
        return found
    }

    private static func isProgram(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Starts the program, or waits for the one that runs.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        if running == nil {
            guard let words = CommandWords.split(command), let program = words.first else {
                completion(.failure(failure("is not a command line that can be split into words")))
                return
            }
            guard let process = SpawnedProcess(words) else {
                completion(.failure(failure("cannot be started; is '\(program)' installed and executable?")))
                return
            }
            running = (process, now.boot.advanced(by: timeLimit), nil)
        }
        waiting.append(completion)
    }

    /// The program's output.
    public var sockets: [PolledSocket] {
        guard let running, !running.process.isAtEnd else { return [] }
        return [PolledSocket(descriptor: running.process.output, reading: true, writing: false)]
    }

    /// The end of its time, or soon after it closed its output.
    public var deadline: BootTime? { running.map { $0.lookAgainAt ?? $0.until } }

    /// Reads what there is, and hands the credentials out once the program has ended.
    public func serve(ready: [PolledSocket], now: ClockReading) {
        guard let (process, until, _) = running else { return }
        if ready.contains(where: { $0.descriptor == process.output }) { process.readAvailable(limit: Self.sizeLimit) }
        if process.bytes.count > Self.sizeLimit {
            finish(.failure(failure("printed more than 64 kB")))
        } else if process.isAtEnd, let status = process.reap() {
            finish(credentials(process.bytes, status, at: now.utc))
        } else if now.boot >= until {
            finish(.failure(failure("did not end within \(timeLimit / 1000) s")))
        } else if process.isAtEnd {
            running?.lookAgainAt = min(until, now.boot.advanced(by: Self.reapInterval))
        }
    }

    private func credentials(_ output: [UInt8], _ status: Int32, at now: UTCTime) -> Result<Credentials, CallFailure> {
        guard status == 0 else {
            let end = status & 0x7F == 0 ? "exited with \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
            return .failure(failure("\(end); run it by hand to see what it says"))
        }
        guard let json = try? JSONReader().read(output) else {
            return .failure(failure("did not print JSON"))
        }
        guard let credentials = CredentialAnswer.process(json, at: now, source: "the credential process") else {
            return .failure(
                failure(
                    "did not print credentials that are good now: Version 1, AccessKeyId, SecretAccessKey, and "
                        + "Expiration, if any, in the future"))
        }
        return .success(credentials)
    }

    private func finish(_ result: Result<Credentials, CallFailure>) {
        let completions = waiting
        (waiting, running) = ([], nil)
        completions.forEach { $0(result) }
    }

    /// Names the program alone: its arguments may hold a secret.
    private func failure(_ what: String) -> CallFailure {
        let program = CommandWords.split(command)?.first ?? "?"
        return .credentials("The credential process '\(program)' \(what).")
    }
}

import Foundation

/// A process started for a test, with default signal handling whatever thread starts it; killed when the value goes.
///
/// What it prints goes to files without a name: it never waits for a reader, and can be read at any time.
public final class ChildProcess {
    /// It could not be started.
    public struct NotStarted: Error, CustomStringConvertible {
        /// Which program, and why not.
        public let description: String
    }

    /// Its number.
    public let pid: pid_t
    private let streams: [UnsafeMutablePointer<FILE>]
    private var status: Int32?

    /// Starts the program at `path`, with `environment` instead of this process's if that is given.
    public init(_ path: String, _ arguments: [String] = [], environment: [String: String]? = nil) throws {
        let files = [tmpfile(), tmpfile()].compactMap { $0 }
        var pid: pid_t = 0
        let code = files.count == 2 ? Self.spawn(&pid, path, arguments, environment, files.map(fileno)) : errno
        guard code == 0 else {
            files.forEach { fclose($0) }
            throw NotStarted(description: "\(path) cannot be started: \(String(cString: strerror(code)))")
        }
        self.pid = pid
        streams = files
    }

    deinit {
        kill()
        streams.forEach { fclose($0) }
    }

    /// What it has written to its standard output so far.
    public var output: String { Self.contents(streams[0]) }

    /// What it has written to its standard error so far.
    public var errors: String { Self.contents(streams[1]) }

    /// True until the process has ended.
    public var isRunning: Bool {
        if status == nil { reap(WNOHANG) }
        return status == nil
    }

    /// Waits for the end: the exit code, or 128 and the number of the signal that ended it; nil if it does not come
    /// within `seconds`.
    public func exitCode(within seconds: Double = 60) -> Int32? {
        guard eventually(within: seconds, { !isRunning }), let status else { return nil }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Sends a signal, unless it has ended.
    public func signal(_ number: Int32) {
        if isRunning { Glibc.kill(pid, number) }
    }

    /// SIGKILL, and waits for the end.
    public func kill() {
        signal(SIGKILL)
        while status == nil { reap(0) }
    }

    private func reap(_ options: Int32) {
        var ended: Int32 = 0
        if waitpid(pid, &ended, options) == pid { status = ended }
    }

    private static func contents(_ file: UnsafeMutablePointer<FILE>) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        // At a place of its own: the process writes at that of the file.
        while case let count = pread(fileno(file), &buffer, buffer.count, off_t(bytes.count)), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// posix_spawn(3) with nothing to read and these descriptors to write to.
    private static func spawn(
        _ pid: inout pid_t, _ path: String, _ arguments: [String], _ environment: [String: String]?,
        _ descriptors: [Int32]
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (index, descriptor) in descriptors.enumerated() {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index + 1))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A test's thread has most signals blocked, and a child would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        guard environment != nil else {
            return posix_spawn(&pid, path, &actions, &attributes, &words, environ)
        }
        return posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
    }
}

import Foundation

/// A process started for a test, with default signal handling whatever thread starts it; killed when the value goes.
public final class ChildProcess {
    private let pid: pid_t
    private let output: Int32
    private var status: Int32?

    /// Starts the program at `path`; what it prints goes to `readOutput` if it is `captured`, else nowhere. Nil if it
    /// cannot be started.
    public init?(_ path: String, _ arguments: [String], captured: Bool = false) {
        var pipes: [Int32] = [-1, -1]
        guard pipe(&pipes) == 0 else { return nil }
        pipes.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        defer { close(pipes[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        if captured { posix_spawn_file_actions_adddup2(&actions, pipes[1], 1) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, path, &actions, &attributes, &words, environ) == 0 else {
            close(pipes[0])
            return nil
        }
        self.pid = pid
        output = pipes[0]
    }

    /// True until the process has ended.
    public var isRunning: Bool {
        if status == nil { reap(WNOHANG) }
        return status == nil
    }

    /// All that the process prints until it closes its output.
    public func readOutput() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(output, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for the end; true if the process exited with 0.
    public func wait() -> Bool {
        while status == nil { reap(0) }
        return status == 0
    }

    private func reap(_ options: Int32) {
        var ended: Int32 = 0
        if waitpid(pid, &ended, options) == pid { status = ended }
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            _ = wait()
        }
        close(output)
    }
}

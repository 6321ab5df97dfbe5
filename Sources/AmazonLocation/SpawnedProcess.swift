import CLinux
import Glibc

/// A child process whose standard output is read; killed with its whole process group when the value goes.
final class SpawnedProcess {
    /// Non-blocking end of the pipe.
    let output: Int32
    /// What it has printed so far.
    private(set) var bytes: [UInt8] = []
    /// True once it has closed its output.
    private(set) var isAtEnd = false
    private let pid: pid_t
    private var status: Int32?

    /// Starts `words`, the first of which is looked up in $PATH; nil if that cannot be done.
    init?(_ words: [String]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let result = Self.withPreparations(output: ends[1]) { actions, attributes in
            posix_spawnp(&child, words[0], actions, attributes, &arguments, environ)
        }
        guard result == 0 else {
            close(ends[0])
            return nil
        }
        pid = child
        output = ends[0]
    }

    deinit {
        if status == nil {
            kill(-pid, SIGKILL)
            var ended: Int32 = 0
            while waitpid(pid, &ended, 0) == -1, errno == EINTR {}
        }
        close(output)
    }

    /// Reads what there is, until `limit` is passed.
    func readAvailable(limit: Int) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<count]
            } else {
                isAtEnd = count == 0 || errno != EAGAIN && errno != EINTR
                return
            }
        }
    }

    /// How it ended (waitpid(2)); nil while it runs.
    func reap() -> Int32? {
        var ended: Int32 = 0
        if status == nil, waitpid(pid, &ended, WNOHANG) == pid { status = ended }
        return status
    }

    /// No input, no error output, a process group and default signals of its own, no other descriptor.
    private static func withPreparations(
        output: Int32,
        _ body: (UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>) -> Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return body(&actions, &attributes)
    }
}

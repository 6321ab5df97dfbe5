import Glibc

/// Why the runtime could not do what it was asked to.
public enum RuntimeError: ReportableError, Equatable {
    /// A system call failed: what could not be done, and errno.
    case system(String, Int32)
    /// Another process already answers on the control socket at this path.
    case alreadyRunning(program: String, path: String)
    /// Nobody answers on the control socket at this path.
    case notRunning(program: String, path: String)
    /// The control socket at this path is closed to this user.
    case notAllowed(program: String, path: String)
    /// The program did not answer within this many milliseconds.
    case noAnswer(program: String, milliseconds: Int)
    /// The file is larger than this many bytes.
    case tooLarge(path: String, limit: Int)
    /// The file is not UTF-8 text.
    case notText(path: String)
    /// A path of a Unix socket longer than the kernel takes (unix(7): 107 bytes).
    case pathTooLong(String)

    /// A sentence for a person: what happened, to what, and what to do.
    public var description: String { description(under: InitSystem()) }

    /// The same on a machine with that init system.
    public func description(under initSystem: InitSystem) -> String {
        switch self {
        case .system(let what, let code):
            "\(what): \(String(cString: strerror(code)))"
        case .alreadyRunning(let program, let path):
            "\(program) is already running: it answers at \(path); stop it first, or give this one another directory"
        case .notRunning(let program, let path):
            "\(program) is not running (nobody answers at \(path)); start it with: "
                + initSystem.start(program)
        case .notAllowed(let program, let path):
            "you may not talk to \(program) at \(path); join the group waypost (adduser USER waypost, then log in anew)"
        case .noAnswer(let program, let milliseconds):
            "\(program) did not answer within \(milliseconds / 1000) s; is it stuck? See: \(initSystem.log(of: program))"
        case .tooLarge(let path, let limit):
            "\(path) is larger than \(limit) bytes; that cannot be right"
        case .notText(let path):
            "\(path) is not UTF-8 text"
        case .pathTooLong(let path):
            "the path \(path) is too long for a socket: 107 bytes at most; choose a shorter runtime directory"
        }
    }

    /// The exit code that fits when a program ends because of this.
    public var exitCode: ExitCode {
        switch self {
        case .system(_, let code): Self.exitCode(of: code)
        case .notAllowed: .noPermission
        case .alreadyRunning, .notRunning: .unavailable
        case .noAnswer: .temporaryFailure
        case .tooLarge, .notText: .noInput
        case .pathTooLong: .configuration
        }
    }

    private static func exitCode(of code: Int32) -> ExitCode {
        switch code {
        case EACCES, EPERM: .noPermission
        case ENOENT, ENOTDIR, EISDIR: .noInput
        case EIO, ENOSPC, EDQUOT, EPIPE, EFBIG: .inputOutput
        default: .systemError
        }
    }
}

import Glibc

/// How a program ends, by the names of sysexits.h.
public enum ExitCode: Int32, Sendable {
    /// All went well.
    case success = 0
    /// Something that was checked or compared is not as it should be.
    case failure = 1
    /// EX_USAGE: the command line is wrong.
    case usage = 64
    /// EX_DATAERR: the input data is wrong.
    case dataError = 65
    /// EX_NOINPUT: an input file is missing or cannot be read.
    case noInput = 66
    /// EX_UNAVAILABLE: a service that is needed is not there.
    case unavailable = 69
    /// EX_SOFTWARE: waypost itself went wrong.
    case software = 70
    /// EX_OSERR: the system refused something.
    case systemError = 71
    /// EX_CANTCREAT: an output file cannot be made.
    case cannotCreate = 73
    /// EX_IOERR: reading or writing failed.
    case inputOutput = 74
    /// EX_TEMPFAIL: not now; try again later.
    case temporaryFailure = 75
    /// EX_NOPERM: not allowed.
    case noPermission = 77
    /// EX_CONFIG: the settings are wrong.
    case configuration = 78

    /// Ends the process now.
    public func exit() -> Never {
        Glibc.exit(rawValue)
    }
}

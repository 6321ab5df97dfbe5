import SQLite

/// Why the tracker cannot run.
public enum TrackerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An option's value is not acceptable: the option, and what is wrong with the value.
    case option(String, String)
    /// A file cannot be used: the option that names it, its path, and what is wrong.
    case file(option: String, path: String, String)
    /// A fault plan cannot be understood: its path, and what is wrong.
    case faultPlan(path: String, String)
    /// A file beside the database cannot be made: its path, and the reason.
    case notMade(path: String, String)
    /// Another process writes the database.
    case inUse(path: String)
    /// The address cannot be listened at: the address, the reason, and what to do.
    case listen(address: String, String, remedy: String)
    /// The HTTP server did not start; says why.
    case server(String)
    /// The file of `--database` cannot be opened.
    case unusable(SQLiteError)
    /// The database did not do what it was asked to.
    case database(SQLiteError)

    /// A sentence: what happened, to what, and what to do.
    public var description: String {
        switch self {
        case .option(let option, let fault): "\(option): \(fault)"
        case .file(let option, let path, let fault):
            "\(option) \(path): \(fault); name a file that waypost-tracker may read"
        case .faultPlan(let path, let fault):
            "--fault-plan \(path): \(fault); waypost-tracker(8), FAULT PLAN, has its form"
        case .notMade(let path, let reason): "\(path) cannot be made: \(reason); is its directory there, and writable?"
        case .inUse(let path): "\(path) is being written by another waypost-tracker; two must not: stop the other one"
        case .listen(let address, let reason, let remedy): "cannot listen at \(address): \(reason); \(remedy)"
        case .server(let reason): "the HTTP server did not start: \(reason)"
        case .unusable(let error): "--database \(error.path): \(Self.reason(error))"
        case .database(let error): error.description
        }
    }

    private static func reason(_ error: SQLiteError) -> String {
        switch error.code {
        case .notADatabase: "\(error.message); name another file, or move this one away"
        case .corrupt: "the file is damaged (\(error.message)); move it away, and a new one is made"
        case .permission, .readOnly, .cannotOpen:
            "\(error.message); may this user write the file and its directory?"
        case .full, .ioError: "\(error.message); is the disk full, or read-only?"
        default: error.description
        }
    }
}

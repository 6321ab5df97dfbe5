import SQLite

/// Why the tracker cannot run.
public enum TrackerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An option's value is not acceptable: the option, and what is wrong with the value.
    case option(String, String)
    /// A file cannot be used: its path, and what is wrong.
    case file(path: String, String)
    /// A fault plan cannot be understood: its path, and what is wrong.
    case faultPlan(path: String, String)
    /// A file beside the database cannot be made: its path, and the reason.
    case notMade(path: String, String)
    /// Another process writes the database.
    case inUse(path: String)
    /// The address cannot be listened at: the address, and the reason.
    case listen(address: String, String)
    /// The HTTP server did not start; says why.
    case server(String)
    /// The database did not do what it was asked to.
    case database(SQLiteError)

    /// A sentence: what happened, to what, and what to do.
    public var description: String {
        switch self {
        case .option(let option, let fault): "\(option): \(fault)"
        case .file(let path, let fault), .faultPlan(let path, let fault): "\(path): \(fault)"
        case .notMade(let path, let reason): "\(path) cannot be made: \(reason); is its directory there, and writable?"
        case .inUse(let path): "\(path) is being written by another waypost-tracker; two must not: stop the other one"
        case .listen(let address, let reason): "cannot listen at \(address): \(reason)"
        case .server(let reason): "the HTTP server did not start: \(reason)"
        case .database(let error): error.description
        }
    }
}

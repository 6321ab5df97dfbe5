/// A command line that cannot be understood.
public struct UsageError: ReportableError, Equatable {
    /// A sentence that says what is wrong and where the help is.
    public let description: String

    /// EX_USAGE.
    public var exitCode: ExitCode { .usage }

    /// A fault in the command line of `program`.
    public init(_ fault: String, program: String) {
        description = "\(fault); see: \(program) --help"
    }
}

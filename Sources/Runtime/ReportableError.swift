/// An error that knows how a program should end because of it. Its description is for a person.
public protocol ReportableError: Error, CustomStringConvertible {
    /// The exit code that fits.
    var exitCode: ExitCode { get }
}

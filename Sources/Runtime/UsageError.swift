/// A command line that cannot be understood.
public struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence that says what is wrong and where the help is.
    public let description: String

    /// A fault in the command line of `program`.
    public init(_ fault: String, program: String) {
        description = "\(fault); see: \(program) --help"
    }
}

import Runtime
import Testing

extension OptionParser {
    /// The options in `arguments`; a failure where these ask for help.
    func options(_ arguments: [String] = []) throws -> ParsedOptions {
        let outcome = try parse(arguments)
        let options: ParsedOptions? = if case .run(let options) = outcome { options } else { nil }
        return try #require(options)
    }
}

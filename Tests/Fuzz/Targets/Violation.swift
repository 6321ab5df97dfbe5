/// A rule that an input broke.
struct Violation: Error, CustomStringConvertible {
    /// What should hold and does not.
    let description: String
}

/// Throws `rule` unless it holds.
func demand(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: rule()) }
}

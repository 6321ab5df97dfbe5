/// Something that must never happen, and did.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless `condition` holds.
func require(_ condition: Bool, _ text: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(text()) }
}

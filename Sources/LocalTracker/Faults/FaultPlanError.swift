/// Why a text is not a fault plan.
public struct FaultPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence about the first fault.
    public var description: String

    /// An error with its sentence.
    public init(description: String) {
        self.description = description
    }
}

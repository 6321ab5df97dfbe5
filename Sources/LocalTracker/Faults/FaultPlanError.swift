/// Why a text is not a fault plan.
public struct FaultPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence about the first fault.
    public var description: String
}

import Positioning

/// What one answer of the tracker settled.
public struct Receipt: Equatable, Sendable {
    /// Fixes that the tracker acknowledged.
    public var delivered: [StoredFix] = []
    /// Fixes that it refused for good.
    public var dead: [DeadLetter] = []
    /// How many fixes of this request had been sent before.
    public var repeated: Int64 = 0

    /// Nothing settled.
    public init() {}
}

/// What one step towards the size that is allowed came to.
public enum Shedding: Equatable, Sendable {
    /// There is room, or nothing is left that could make any.
    case nothing
    /// So many delivered fixes are gone.
    case pruned(Int)
    /// So many pending fixes that the track can do without are gone, and are counted as shed; 0 if a step found none.
    case thinned(Int)
    /// So many of the oldest pending fixes are gone, and are counted as shed.
    case dropped(Int)

    /// Rows that are gone.
    public var count: Int {
        switch self {
        case .nothing: 0
        case .pruned(let count), .thinned(let count), .dropped(let count): count
        }
    }

    /// What they are counted as; nil if they are not shed.
    public var cause: ShedCause? {
        switch self {
        case .nothing, .pruned: nil
        case .thinned: .thinned
        case .dropped: .size
        }
    }
}

/// What one step towards the size that is allowed came to.
public enum Shedding: Equatable, Sendable {
    /// There is room, or nothing is left that could make any.
    case nothing
    /// A damaged file that was moved aside, of this path, was removed.
    case removedCopy(String)
    /// So many delivered fixes are gone.
    case pruned(Int)
    /// So many pending fixes that the track can do without are gone, and are counted as shed; 0 if a step found none.
    case thinned(Int)
    /// So many of the oldest pending fixes are gone, and are counted as shed.
    case dropped(Int)

    /// Rows that are gone.
    public var count: Int {
        switch self {
        case .nothing, .removedCopy: 0
        case .pruned(let count), .thinned(let count), .dropped(let count): count
        }
    }

    /// False if the step found nothing to free; another one may.
    public var hasFreed: Bool {
        if case .removedCopy = self { true } else { count > 0 }
    }

    /// What they are counted as; nil if they are not shed.
    public var cause: ShedCause? {
        switch self {
        case .nothing, .removedCopy, .pruned: nil
        case .thinned: .thinned
        case .dropped: .size
        }
    }
}

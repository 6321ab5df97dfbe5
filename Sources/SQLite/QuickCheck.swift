/// What `Connection.quickCheck` came to.
public enum QuickCheck: Equatable, Sendable {
    /// The whole file was read and nothing is wrong with its structure.
    case sound
    /// What is wrong, in SQLite's words.
    case damaged([String])
    /// The time was over before the end; nothing had been found until then.
    case unfinished
}

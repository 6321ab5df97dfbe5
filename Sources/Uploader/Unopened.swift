import Positioning

/// Why the uploader's file cannot be opened yet, and when that is tried again.
struct Unopened {
    /// Milliseconds before the second attempt, and at most; doubled in between.
    static let wait: (first: Int64, longest: Int64) = (1000, 60_000)

    var sentence: String
    /// Milliseconds between the last attempt and the next.
    var wait: Int64
    var retryAt: BootTime
}

import Positioning

/// Why the uploader's file is not open yet, and when that is tried again.
struct Unopened {
    /// Milliseconds between the first attempt and the second, and at most; doubled in between.
    static let wait: (first: Int64, longest: Int64) = (1000, 60_000)

    /// Why the last attempt failed; nil before the first.
    private(set) var sentence: String?
    /// When the next attempt is due.
    var retryAt: BootTime
    /// Milliseconds between the last attempt and the next.
    private var wait = Self.wait.first

    /// To be opened at `start`.
    init(at start: BootTime) {
        retryAt = start
    }

    /// An attempt at `now` failed because of `sentence`.
    mutating func failed(because sentence: String, now: BootTime) {
        if self.sentence != nil { wait = min(wait * 2, Self.wait.longest) }
        self.sentence = sentence
        retryAt = now.advanced(by: wait)
    }
}

import Positioning

/// An answer and how it is to be given: always whole and at once, unless a fault plan wants otherwise.
struct Reply: Sendable {
    /// What becomes of the connection.
    enum Ending: Equatable, Sendable {
        /// The answer is sent, the connection stays.
        case whole
        /// The connection is closed without an answer.
        case cut
        /// The connection is closed after half of the answer's body.
        case cutHalfway
    }

    /// What to say.
    var answer: Answer
    /// Value of the `Date` field.
    var date: UTCTime
    /// Milliseconds to wait before it is said.
    var delay: Int64 = 0
    /// How much of it is said.
    var ending = Ending.whole
}

import Positioning

/// What a fault plan does to one request.
struct FaultAction: Equatable, Sendable {
    /// When the connection breaks.
    enum Cut: String, Sendable {
        /// Before anything is done: the request is as if it had never come.
        case before
        /// After it was done, without an answer.
        case after
        /// After it was done, in the middle of the answer's body.
        case halfway
    }

    /// An answer of the plan's own.
    enum Instead: Equatable, Sendable {
        /// An error in the form of the operation's service.
        case refusal(Refusal)
        /// An answer that is not in the form of any service.
        case page(Answer)
    }

    /// An error for one update of a batch, which is then not stored.
    struct Item: Equatable, Sendable {
        /// Its sample time; nil for any.
        var time: UTCTime?
        /// Its place in the batch from 0; nil for any.
        var index: Int?
        var code: String
        var message: String
    }

    /// Milliseconds to wait before the answer.
    var latency: Int64 = 0
    /// What to answer instead.
    var instead: Instead?
    /// Do what was asked all the same before `instead` is given.
    var stores = false
    /// Header fields to add to the answer.
    var headers: [Answer.Header] = []
    /// Errors for single updates.
    var items: [Item] = []
    /// Break the connection.
    var cut: Cut?
    /// Send only half of the body, as if it were the whole.
    var truncates = false
    /// Milliseconds by which the `Date` field is wrong.
    var dateOffset: Int64 = 0

    /// The error for the update at `index` of a batch, if there is to be one.
    func item(at index: Int, _ sample: PositionSample) -> Item? {
        items.first { ($0.time ?? sample.time) == sample.time && ($0.index ?? index) == index }
    }
}

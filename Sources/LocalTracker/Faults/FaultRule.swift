/// One rule of a fault plan: which requests, and what to do to them.
struct FaultRule: Sendable {
    /// Which of the requests that fit, counted from 1.
    enum Turn: Equatable, Sendable {
        case always
        /// This one alone.
        case nth(Int)
        /// This one and all before it.
        case first(Int)
        /// Each one whose number is a multiple of this.
        case every(Int)
    }

    /// The operation; nil for all.
    var operation: Operation?
    /// Text that the body must hold; nil for any body.
    var contains: String?
    /// Which of the requests that fit.
    var turn = Turn.always
    /// What to do.
    var action = FaultAction()
    /// Requests that fit so far.
    private var count = 0

    init(operation: Operation?, contains: String?, turn: Turn, action: FaultAction) {
        (self.operation, self.contains, self.turn, self.action) = (operation, contains, turn, action)
    }

    /// Counts a request if it fits. True if it is one of those that the rule is for.
    mutating func wants(_ operation: Operation, body: [UInt8]) -> Bool {
        if let wanted = self.operation, wanted != operation { return false }
        if let contains, !String(decoding: body, as: UTF8.self).contains(contains) { return false }
        count += 1
        switch turn {
        case .always: return true
        case .nth(let number): return count == number
        case .first(let number): return count <= number
        case .every(let number): return count.isMultiple(of: number)
        }
    }
}

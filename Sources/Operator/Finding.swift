import Runtime

/// One line of `waypost check`: what was looked at, how it is, and what to do about it.
struct Finding: Equatable {
    /// How it is, the word for it.
    enum Result: String {
        case ok
        /// Works, and is worth knowing.
        case note
        /// Works, and somebody will be sorry.
        case warning
        /// Does not work.
        case failure
    }

    /// What was looked at, one word.
    var subject: String
    var result: Result
    /// A sentence about how it is.
    var message: String
    /// What mends it; nil if there is nothing to do.
    var advice: String?

    init(_ subject: String, _ result: Result, _ message: String, advice: String? = nil) {
        self.subject = subject
        self.result = result
        self.message = message
        self.advice = advice
    }

    /// The colour of its word.
    var colour: Terminal.Colour? {
        switch result {
        case .ok: .green
        case .note: nil
        case .warning: .yellow
        case .failure: .red
        }
    }
}

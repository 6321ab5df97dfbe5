/// A line of the control socket.
enum ControlRequest: Equatable {
    /// There is something new in the outbox.
    case doorbell
    /// Send now.
    case flush
    /// The live state as JSON.
    case status
    /// Send dead letters again: these numbers, or all.
    case retryDeadLetters(Set<Int64>)
    /// Drop dead letters: these numbers, or all.
    case dropDeadLetters(Set<Int64>)

    /// Nil if nobody can understand it.
    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "doorbell" where words.count == 1: self = .doorbell
        case "flush" where words.count == 1: self = .flush
        case "status" where words.count == 1: self = .status
        case "dead-letters" where words.count >= 2:
            let numbers = words.dropFirst(2).compactMap { Int64($0) }
            guard numbers.count == words.count - 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
            switch words[1] {
            case "retry": self = .retryDeadLetters(Set(numbers))
            case "drop": self = .dropDeadLetters(Set(numbers))
            default: return nil
            }
        default: return nil
        }
    }
}

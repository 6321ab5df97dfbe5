import Delivery
import Outbox

/// Does what a request asks for.
struct ControlAnswer {
    unowned let service: UploaderService

    /// The answer to send back; nil for none.
    func answer(_ request: ControlRequest) -> String? {
        switch request {
        case .doorbell:
            service.engine.doorbell()
            return nil
        case .flush:
            service.flush()
            return "sending what is pending now"
        case .status: return service.state.json
        case .retryDeadLetters(let numbers): return retry(numbers)
        case .dropDeadLetters(let numbers): return drop(numbers)
        }
    }

    private func retry(_ numbers: Set<Int64>) -> String {
        do throws(OutboxError) {
            guard !numbers.isEmpty else { return Self.goesAgain(try service.stores.letters.beginAll()) }
            let fixes = try service.stores.letters.fixes(of: numbers)
            service.engine.retry(fixes)
            return Self.goesAgain(fixes.count) + Self.missing(numbers.subtracting(fixes.map { -$0.id }))
        } catch {
            return "error: \(error)"
        }
    }

    private func drop(_ numbers: Set<Int64>) -> String {
        do throws(OutboxError) {
            let named = numbers.isEmpty ? try service.stores.letters.numbers() : Array(numbers)
            let dropped = try service.stores.delivery.dropDeadLetters(named)
            let text = dropped.count == 1 ? "1 dead letter dropped" : "\(dropped.count) dead letters dropped"
            return text + Self.missing(numbers.subtracting(dropped))
        } catch {
            return "error: \(error)"
        }
    }

    private static func goesAgain(_ count: Int) -> String {
        count == 1 ? "1 dead letter goes again" : "\(count) dead letters go again"
    }

    /// A line for the program that asked: the numbers that are none of the list.
    private static func missing(_ numbers: Set<Int64>) -> String {
        numbers.isEmpty ? "" : "\nmissing:" + numbers.sorted().map { " \($0)" }.joined()
    }
}

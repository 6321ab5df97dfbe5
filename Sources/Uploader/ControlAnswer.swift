import Delivery
import Outbox

/// Does what a request asks for.
struct ControlAnswer {
    /// Dead letters that one request sends again at most: they are held in memory until they are delivered.
    static let retryLimit = 200

    unowned let service: UploaderService

    /// The answer to send back; nil for none.
    func answer(_ request: ControlRequest) -> String? {
        switch request {
        case .doorbell:
            service.engine.doorbell()
            return nil
        case .flush:
            service.engine.flush(now: service.clock.bootTime)
            return "sending what is pending now"
        case .status: return service.state.json
        case .retryDeadLetters(let numbers): return retry(numbers)
        case .dropDeadLetters(let numbers): return drop(numbers)
        }
    }

    private func retry(_ numbers: Set<Int64>) -> String {
        do throws(OutboxError) {
            let fixes = try service.stores.deadLetters(numbers, limit: Self.retryLimit)
            service.engine.retry(fixes)
            return fixes.isEmpty ? "there are no such dead letters" : "\(fixes.count) dead letters go again"
        } catch {
            return "error: \(error)"
        }
    }

    private func drop(_ numbers: Set<Int64>) -> String {
        do throws(OutboxError) {
            let named = numbers.isEmpty ? try service.stores.allDeadLetters() : Array(numbers)
            let count = try service.stores.delivery.removeDeadLetters(named)
            return "\(count) dead letters dropped"
        } catch {
            return "error: \(error)"
        }
    }
}

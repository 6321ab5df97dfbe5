import Positioning
import Transport

/// The way to the service and back.
final class SimulatedNetwork {
    /// What is wrong with it.
    enum Trouble: CaseIterable {
        case noName, refuses, silent, loses, truncates, portal, redirects, untrusted, slow
    }

    typealias Outcome = Result<HTTPResponse, TransportFailure>

    let service: SimulatedService
    var trouble: Trouble?
    private let chance: Chance
    private(set) var faults = 0

    init(_ service: SimulatedService, _ chance: Chance) {
        (self.service, self.chance) = (service, chance)
    }

    /// What becomes of `request`, after how many milliseconds.
    func carry(_ request: HTTPRequest) throws(Violation) -> (outcome: Outcome, after: Int64) {
        if trouble != nil, trouble != .slow { faults += 1 }
        switch trouble {
        case .noName: return failure(.resolve, after: 20)
        case .refuses: return failure(.connect, after: 150)
        case .silent: return failure(.connect, after: 10_000)
        case .untrusted: return failure(.tls, after: 300)
        case .portal: return html(200)
        case .redirects: return html(302)
        case .loses where chance.one(in: 2):
            _ = try service.answer(request)
            return failure(chance.pick([.timeout, .cut]), after: chance.number(500...60_000))
        case .truncates where chance.one(in: 2):
            var answer = try service.answer(request)
            answer.body = Array(answer.body.prefix(answer.body.count / 2))
            return (.success(answer), 200)
        case .slow:
            return (.success(try service.answer(request)), chance.number(5000...55_000))
        case .loses, .truncates, nil:
            return (.success(try service.answer(request)), chance.number(40...400))
        }
    }

    private func failure(_ kind: TransportFailure.Kind, after time: Int64) -> (outcome: Outcome, after: Int64) {
        (.failure(TransportFailure(kind, "The way to tracking.example: \(kind).")), time)
    }

    private func html(_ status: Int) -> (outcome: Outcome, after: Int64) {
        let headers = [HTTPHeader("Content-Type", "text/html"), HTTPHeader("Location", "http://login.example/")]
        let body = Array("<html>Please log in</html>".utf8)
        return (.success(HTTPResponse(status: status, headers: headers, body: body)), 100)
    }
}

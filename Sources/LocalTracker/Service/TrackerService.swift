import JSON
import Positioning
import SQLite
import Signing

/// Answers requests as Amazon Location does: the route, then the signature, then every member of the request, then
/// whether the tracker exists, then the operation.
final class TrackerService: Responder {
    /// The civil time; whoever runs the server keeps it right.
    var now = UTCTime(milliseconds: 0)
    /// What goes wrong by plan.
    var faults: FaultPlan
    let store: TrackerStore
    let issuer: CredentialIssuer
    private let keys: [String: AccessKey]
    private var gatekeeper: Gatekeeper
    private let log: TrackerLog

    /// A service on `store` that knows `keys` and those that `issuer` gives out; if nobody is given any and there are
    /// no keys, every key is accepted.
    init(
        store: TrackerStore, keys: [SigningCredentials], issuer: CredentialIssuer = CredentialIssuer(),
        faults: FaultPlan = FaultPlan(), log: TrackerLog = TrackerLog()
    ) {
        (self.store, self.issuer, self.faults, self.log) = (store, issuer, faults, log)
        self.keys = Dictionary(
            keys.map { ($0.accessKeyID, AccessKey(credentials: $0)) }, uniquingKeysWith: { _, last in last })
        gatekeeper = Gatekeeper(isOpen: keys.isEmpty && issuer.isIdle)
    }

    func reply(to request: Request) -> Reply {
        let route = Route(method: request.method, path: request.path, target: request.header("x-amz-target"))
        let action = route.flatMap { faults.action(for: $0.operation, body: request.body) } ?? FaultAction()
        var reply = Reply(answer: Answer(status: 500), date: now.advanced(by: action.dateOffset))
        reply.delay = action.latency
        if action.cut == .before {
            reply.ending = .cut
        } else if let instead = action.instead {
            if action.stores { _ = answer(request, route, action) }
            reply.answer = answer(instead, route)
        } else {
            reply.answer = answer(request, route, action)
        }
        if action.cut == .after { reply.ending = .cut }
        if action.cut == .halfway { reply.ending = .cutHalfway }
        if action.truncates { reply.answer.body.removeLast(reply.answer.body.count / 2) }
        reply.answer.headers += action.headers
        return finish(reply, request, route)
    }

    func refuseBody(of request: Request) -> Reply {
        let refusal = Refusal(status: 413, code: "RequestEntityTooLargeException", message: "Request Too Long")
        return finish(Reply(answer: Answer(refusal), date: now), request, nil)
    }

    func commit() -> Answer? {
        do throws(SQLiteError) {
            try store.commit()
            return nil
        } catch {
            return failure(error)
        }
    }

    /// Makes what was answered outlive a power cut.
    func synchronise() {
        do throws(SQLiteError) {
            try store.synchronise()
        } catch {
            log.problem("\(error)")
        }
    }

    /// Removes the positions that were received too long ago, as the service does.
    func expire() {
        let limit = now.advanced(by: -ServiceLimits.retention)
        // What fails here is told by the commit.
        try? store.change { () throws(SQLiteError) in try store.positions.expire(receivedBefore: limit) }
        _ = commit()
    }

    private func answer(_ request: Request, _ route: Route?, _ action: FaultAction) -> Answer {
        guard let route else {
            return Answer(Refusal.unknownOperation)
        }
        do {
            return try perform(route, request, action)
        } catch let refusal as Refusal {
            return Answer(refusal, isJSON11: route.operation.isCognito)
        } catch let error as SQLiteError {
            return failure(error)
        } catch {
            return Answer(Refusal(status: 500, code: "InternalServerException", message: "\(error)"))
        }
    }

    private func answer(_ instead: FaultAction.Instead, _ route: Route?) -> Answer {
        switch instead {
        case .page(let answer): answer
        case .refusal(let refusal): Answer(refusal, isJSON11: route?.operation.isCognito ?? false)
        }
    }

    /// Cognito's requests are not signed, and a device that asks AWS IoT shows a certificate instead.
    private func perform(_ route: Route, _ request: Request, _ action: FaultAction) throws -> Answer {
        switch route.operation {
        case .getID: return try guestIdentity(try Self.members(of: request))
        case .getCredentialsForIdentity: return try guestCredentials(try Self.members(of: request))
        case .assumeRoleWithCertificate: return try roleCredentials(route, request)
        default:
            let key = try gatekeeper.check(request, now: now) { keys[$0] ?? issued($0) }
            return try perform(route, try Self.members(of: request), by: key, action)
        }
    }

    private func issued(_ id: String) -> AccessKey? {
        do throws(SQLiteError) {
            return try store.identities.find(id)
        } catch {
            log.problem("\(error)")
            return nil
        }
    }

    private func perform(
        _ route: Route, _ body: JSONValue, by key: AccessKey?, _ action: FaultAction
    ) throws -> Answer {
        switch route.operation {
        case .batchUpdateDevicePosition: try updatePositions(route, body, by: key, action)
        case .getDevicePosition: try latestPosition(route)
        case .getDevicePositionHistory: try history(route, body)
        case .batchGetDevicePosition: try latestPositions(route, body)
        case .listDevicePositions: try listPositions(route, body)
        case .batchDeleteDevicePositionHistory: try deletePositions(route, body)
        case .createTracker: try createTracker(body)
        case .describeTracker: try describeTracker(route)
        case .updateTracker: try updateTracker(route, body)
        case .deleteTracker: try deleteTracker(route)
        case .listTrackers: try listTrackers(body)
        case .getID, .getCredentialsForIdentity, .assumeRoleWithCertificate: throw Refusal.unknownOperation
        }
    }

    /// The body as an object; an absent one is an empty object.
    private static func members(of request: Request) throws(Refusal) -> JSONValue {
        guard !request.body.isEmpty else { return .object([:]) }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader(maximumSize: ServiceLimits.body).read(request.body)
        } catch {
            throw unreadable(error.description)
        }
        guard value.object != nil else { throw unreadable("The body is not a JSON object.") }
        return value
    }

    private static func unreadable(_ sentence: String) -> Refusal {
        let fault = FieldFault(name: "body", message: sentence, reason: .cannotParse)
        return Refusal(status: 400, code: "ValidationException", message: sentence, faults: [fault])
    }

    private func failure(_ error: SQLiteError) -> Answer {
        log.problem("\(error)")
        return Answer(Refusal(status: 500, code: "InternalServerException", message: "The database failed."))
    }

    private func finish(_ reply: Reply, _ request: Request, _ route: Route?) -> Reply {
        var reply = reply
        let id = RandomText.identifier()
        reply.answer.headers.append(Answer.Header(name: "x-amzn-RequestId", value: id))
        log.request?(
            "\(request.method) \(request.path) \(route?.operation.rawValue ?? "-") \(reply.answer.status)"
                + (reply.ending == .whole ? "" : " cut") + " \(reply.answer.body.count) bytes \(id)")
        return reply
    }
}

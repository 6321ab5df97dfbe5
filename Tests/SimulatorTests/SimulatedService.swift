import AmazonLocation
import JSON
import Positioning
import Transport

/// The tracker of Amazon Location Service, as far as a box can tell, and all that it can do to one. Remembers each
/// position that it accepted.
final class SimulatedService {
    /// The identity of a position.
    struct Key: Hashable {
        var deviceID: String
        var time: UTCTime
    }

    /// What is wrong with it.
    enum Trouble: CaseIterable {
        case throttles, fails, failsAfterStoring, refusesItems, throttlesItems, deniesItems, forbids, lacksTracker,
            quota
    }

    private let clock: SimulatedClock
    private let chance: Chance
    /// One in so many positions is refused for good, by name or with the whole batch; 0 for none.
    private let poison: Int64
    var trouble: Trouble?
    /// Tokens of earlier numbers have expired.
    var token = 1
    private(set) var accepted: [Key: Coordinate] = [:]
    /// How often each position was accepted.
    private(set) var arrivals: [Key: Int] = [:]
    private(set) var refusedForGood: Set<Key> = []
    /// Positions that were refused with a code that nobody has documented.
    private(set) var doubtful: Set<Key> = []
    private(set) var requests = 0
    private(set) var faults = 0

    init(_ clock: SimulatedClock, _ chance: Chance) {
        (self.clock, self.chance) = (clock, chance)
        poison = chance.pick([0, 0, 61, 17])
    }

    /// What it answers to `request`, and does.
    func answer(_ request: HTTPRequest) throws(Violation) -> HTTPResponse {
        requests += 1
        if let refusal = refusal(of: request) {
            faults += 1
            return refusal
        }
        let updates = try read(request)
        if updates.contains(where: { isToxic($0.key) }) {
            for update in updates where updates.count == 1 { refusedForGood.insert(update.key) }
            return response(400, error: "ValidationException", "1 validation error detected")
        }
        var errors: [(Key, String)] = []
        for (key, place) in updates {
            if let code = itemError(key) {
                errors.append((key, code))
            } else {
                try accept(key, place)
            }
        }
        if trouble == .failsAfterStoring, chance.one(in: 2) {
            faults += 1
            return response(500, error: "InternalServerException", "")
        }
        return response(200, body: Self.errors(errors))
    }

    private func accept(_ key: Key, _ place: Coordinate) throws(Violation) {
        if let before = accepted.updateValue(place, forKey: key) {
            try require(before == place, "\(key) was sent again with another place")
        }
        arrivals[key, default: 0] += 1
    }

    // MARK: Refusals

    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let date = request.header("x-amz-date").flatMap(Self.signingTime)
        guard let date, abs(clock.truth.since(date)) < 300_000 else {
            return response(403, error: "InvalidSignatureException", "Signature expired")
        }
        guard request.header("x-amz-security-token") == "token-\(token)" else {
            return response(403, error: "ExpiredTokenException", "The security token included is expired")
        }
        switch trouble {
        case .throttles where !chance.one(in: 3):
            return response(
                429, error: "ThrottlingException", "Rate exceeded",
                chance.one(in: 2) ? [HTTPHeader("Retry-After", "\(chance.number(0...20))")] : [])
        case .fails where !chance.one(in: 4):
            return chance.one(in: 2)
                ? response(500, error: "InternalServerException", "")
                : HTTPResponse(status: 502, headers: [HTTPHeader("Content-Type", "text/html")], body: Array("<p>".utf8))
        case .forbids: return response(403, error: "AccessDeniedException", "not authorized")
        case .lacksTracker: return response(404, error: "ResourceNotFoundException", "Tracker not found")
        case .quota: return response(402, error: "ServiceQuotaExceededException", "Too many")
        default: return nil
        }
    }

    private func itemError(_ key: Key) -> String? {
        if isPoisoned(key) {
            refusedForGood.insert(key)
            return "ValidationError"
        }
        guard chance.one(in: 2) else { return nil }
        switch trouble {
        case .refusesItems:
            let code = chance.pick(["InternalServerError", "ConflictError", "UnheardOfError"])
            if code == "UnheardOfError" { doubtful.insert(key) }
            return code
        case .throttlesItems: return "ThrottlingError"
        case .deniesItems: return "AccessDeniedError"
        default: return nil
        }
    }

    /// Refused by name.
    private func isPoisoned(_ key: Key) -> Bool { poison > 0 && key.time.milliseconds / 100 % poison == 3 }

    /// Refused with all that is in its batch.
    private func isToxic(_ key: Key) -> Bool { poison > 0 && key.time.milliseconds / 100 % (poison * 2 + 1) == 5 }

    // MARK: The wire

    private func read(_ request: HTTPRequest) throws(Violation) -> [(key: Key, place: Coordinate)] {
        guard let updates = (try? JSONReader().read(request.body))?["Updates"]?.array, (1...10).contains(updates.count)
        else { throw Violation("a request without 1 to 10 updates") }
        var read: [(key: Key, place: Coordinate)] = []
        for update in updates {
            guard let device = update["DeviceId"]?.string,
                let time = update["SampleTime"]?.string.flatMap({ UTCTime(iso8601: $0) }),
                let place = update["Position"]?.array, place.count == 2, let longitude = place[0].number,
                let latitude = place[1].number
            else { throw Violation("an update that is none: \(update)") }
            read.append((Key(deviceID: device, time: time), Coordinate(latitude: latitude, longitude: longitude)))
        }
        return read
    }

    private func response(_ status: Int, error: String, _ message: String, _ more: [HTTPHeader] = []) -> HTTPResponse {
        response(status, body: "{\"message\":\"\(message)\"}", [HTTPHeader("x-amzn-errortype", error)] + more)
    }

    private func response(_ status: Int, body: String, _ more: [HTTPHeader] = []) -> HTTPResponse {
        let headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Date", clock.truth.httpDate)]
        return HTTPResponse(status: status, headers: headers + more, body: Array(body.utf8))
    }

    private static func errors(_ errors: [(Key, String)]) -> String {
        let items = errors.map { key, code in
            "{\"DeviceId\":\"\(key.deviceID)\",\"SampleTime\":\"\(key.time.iso8601)\","
                + "\"Error\":{\"Code\":\"\(code)\",\"Message\":\"\"}}"
        }
        return "{\"Errors\":[\(items.joined(separator: ","))]}"
    }

    /// `20261130T120000Z`.
    private static func signingTime(_ text: String) -> UTCTime? {
        let digits = Array(text)
        guard digits.count == 16 else { return nil }
        let date = "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
        return UTCTime(
            iso8601: "\(date)T\(String(digits[9..<11])):\(String(digits[11..<13])):\(String(digits[13..<15]))Z")
    }
}

extension UTCTime {
    /// `Mon, 30 Nov 2026 12:00:00 GMT`; the name of the day, which nobody reads, is always that.
    var httpDate: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let civil = CivilTime(self)
        let text = iso8601
        let clock = text.dropFirst(11).prefix(8)
        return "Mon, \(text.dropFirst(8).prefix(2)) \(months[civil.month - 1]) \(text.prefix(4)) \(clock) GMT"
    }
}

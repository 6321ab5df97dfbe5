import Foundation
import Positioning
import Signing
import TestSupport

@testable import LocalTracker

/// A service on a database of its own, asked without HTTP by requests that are signed as they should be.
final class LocalService {
    static let credentials = SigningCredentials(accessKeyID: "AKIDTEST", secretAccessKey: "secret")

    let directory = TemporaryDirectory()
    let service: TrackerService
    private var signer = Signer(region: "eu-central-1", service: "geo")

    /// Trackers `time`, `distance`, `accuracy` and `all`, one of each filter.
    init(faults: String? = nil, now: UTCTime = UTCTime(seconds: 1_800_000_000)) throws {
        let store = try TrackerStore(path: directory.file("tracker.db"))
        let trackers: [(String, PositionFiltering)] = [
            ("time", .timeBased), ("distance", .distanceBased), ("accuracy", .accuracyBased), ("all", .none),
        ]
        try store.ensure(trackers, now: now)
        service = TrackerService(
            store: store, keys: [Self.credentials], faults: try faults.map { try FaultPlan(json: $0) } ?? FaultPlan())
        service.now = now
    }

    /// A signed request; `path` is below `/tracking/v0/`.
    func request(_ method: String, _ path: String, _ body: String = "") -> Request {
        var request = Request(method: method, path: "/tracking/v0/" + path, body: Array(body.utf8))
        request.headers = [("Host", "localhost"), ("Content-Type", "application/json")]
        request.headers += signer.sign(
            method: method, path: request.path, headers: request.headers, body: request.body,
            credentials: Self.credentials, at: service.now)
        return request
    }

    /// The reply to a signed request, committed.
    func reply(_ method: String, _ path: String, _ body: String = "") -> Reply {
        var reply = service.reply(to: request(method, path, body))
        if let failure = service.commit() { reply.answer = failure }
        return reply
    }

    /// Status and body, as a dictionary, of the answer to a signed request.
    func ask(_ method: String, _ path: String, _ body: String = "") throws -> (status: Int, body: [String: Any]) {
        let answer = reply(method, path, body).answer
        let object = try JSONSerialization.jsonObject(with: Data(answer.body))
        return (answer.status, object as? [String: Any] ?? [:])
    }

    /// Sends updates of device `d` at the given seconds, all at one place.
    func update(_ tracker: String, at seconds: [Int64]) throws {
        let updates = seconds.map { Self.update(at: UTCTime(seconds: $0)) }
        let (status, _) = try ask("POST", "trackers/\(tracker)/positions", Self.batch(updates))
        guard status == 200 else { throw Failure(status: status) }
    }

    /// What became of the updates of a tracker.
    func counts(_ tracker: String) throws -> TrackerCounts? {
        try service.store.trackers.find(tracker)?.counts
    }

    struct Failure: Error {
        var status: Int
    }

    /// One element of `Updates`.
    static func update(
        at time: UTCTime, device: String = "d", longitude: Double = 8.5, latitude: Double = 47.25, more: String = ""
    ) -> String {
        """
        {"DeviceId":"\(device)","SampleTime":"\(time.iso8601)","Position":[\(longitude),\(latitude)]\(more)}
        """
    }

    /// The body of BatchUpdateDevicePosition.
    static func batch(_ updates: [String]) -> String {
        "{\"Updates\":[\(updates.joined(separator: ","))]}"
    }
}

import AmazonLocation
import Foundation
import LocalTracker
import Positioning
import Runtime
import Testing

@testable import Configuration
@testable import Operator

/// A real local tracker on loopback, served by a thread of its own until the value goes.
final class Tracker {
    private let done = DispatchSemaphore(value: 0)
    private let stop = Switch()
    let url: String

    /// What it answers to somebody who may not describe it, as Cognito's guests may not.
    static let closed = """
        {"rules": [{"match": {"operation": "DescribeTracker"}, "do":
        {"status": 403, "error": "AccessDeniedException", "message": "User is not authorized."}}]}
        """

    /// The identity pool of its guests.
    static let pool = "eu-central-1:0a1b2c3d-1111-4222-8333-444455556666"

    /// `faults` is a fault plan. A tracker for guests takes their credentials alone, else any will do.
    init(
        _ box: Box, _ filtering: LocalTracker.PositionFiltering, faults: String = #"{"rules": []}"#,
        isForGuests: Bool = false
    ) throws {
        let plan = try FaultPlan(json: faults)
        var options = TrackerOptions(database: box.directory.file("tracker.db"))
        options.trackers = [("fleet", filtering)]
        if isForGuests { options.identityPools = [Self.pool] }
        let ready = DispatchSemaphore(value: 0)
        let address = Switch()
        let (done, stop) = (done, stop)
        Thread.detachNewThread { [options] in
            defer { done.signal() }
            let clock = SystemClock()
            let server = try? TrackerServer(options, now: clock.civilTime)
            address.text = server?.address ?? ""
            server?.setFaultPlan(plan)
            ready.signal()
            guard let server else { return }
            while stop.text.isEmpty {
                var waiting = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, 20)
                server.serve(now: clock.bootTime, utc: clock.civilTime)
            }
        }
        ready.wait()
        url = address.text
    }

    deinit {
        stop.text = "now"
        done.wait()
    }

    var settings: [String] {
        ["tracker.name=fleet", "tracker.endpoint=\(url)", "device.id=truck-7"]
    }

    /// What calls it.
    func session(_ box: Box) throws -> TrackerSession {
        let source = SettingsSource(overrides: settings, defaultFile: box.directory.file("no.conf"))
        let settings = try source.load(HistorySettings.self, facts: MachineFacts(hostName: "box")).settings
        return try TrackerSession(
            settings.tracker, settings.credentials, identity: nil, clock: SystemClock(),
            agentState: box.agent + "/state.json",
            variable: { ["AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "secret"][$0] })
    }

    /// Delivers fixes of the box's drive, ten in a request.
    func receive(_ box: Box, _ indices: Range<Int>) throws {
        let session = try session(box)
        for start in stride(from: indices.lowerBound, to: indices.upperBound, by: 10) {
            let updates = (start..<min(start + 10, indices.upperBound)).map { index in
                let fix = box.fix(index)
                return PositionUpdate(
                    deviceID: "truck-7", sampleTime: fix.sampleTime,
                    position: fix.coordinate ?? Coordinate(latitude: 0, longitude: 0),
                    horizontalAccuracy: fix.horizontalAccuracy, properties: [.init("speed", "11.1")])
            }
            #expect(try session.call(BatchUpdateDevicePosition(updates)).isEmpty)
        }
    }
}

/// A word that one thread sets and another reads.
private final class Switch: @unchecked Sendable {
    private let lock = NSLock()
    private var word = ""

    var text: String {
        get { lock.withLock { word } }
        set { lock.withLock { word = newValue } }
    }
}

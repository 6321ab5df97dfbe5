import Positioning
import Runtime

@testable import Agent
@testable import LocalTracker
@testable import Receiver
@testable import Uploader

/// What other processes of the machine, and its disk, say to waypost. The first byte chooses which.
enum LocalText {
    static func check(_ input: [UInt8]) throws(Violation) {
        guard let first = input.first else { return }
        let content = Array(input.dropFirst())
        let text = String(decoding: content, as: UTF8.self)
        switch first % 3 {
        case 0: try checkControlRequest(text)
        case 1: try checkState(content)
        default: try checkFaultPlan(text)
        }
    }

    private static func checkControlRequest(_ line: String) throws(Violation) {
        if let request = Agent.ControlRequest(rawValue: line) {
            try demand(request.rawValue == line, "taken for another request: \(line)")
        }
        switch Uploader.ControlRequest(line) {
        case .retryDeadLetters(let numbers), .dropDeadLetters(let numbers):
            try demand(numbers.allSatisfy { $0 > 0 }, "no numbers of dead letters: \(numbers)")
            // Without a number all are meant: a number that is lost must not become that.
            try demand(!numbers.isEmpty || line.split(separator: " ").count == 2, "all instead of some: \(line)")
        case .doorbell, .flush, .status, nil: break
        }
    }

    /// `state.json` of the agent, read by the next agent and by the uploader.
    private static func checkState(_ content: [UInt8]) throws(Violation) {
        let file = ScratchFile.holding(content, as: "state.json")
        let clock = StoppedClock()
        if let anchor = StoredAnchor.read(file, now: clock.bootTime) {
            var judge = TimeJudge(buildDate: UTCTime(seconds: 1_790_000_000), anchor: (anchor.utc, anchor.boot))
            let report = PositionReport(
                device: 0, time: clock.civilTime, mode: .threeD, coordinate: Coordinate(latitude: 1, longitude: 2))
            judge.judge(Epoch(report: report, received: clock.bootTime), systemClock: { nil }, report: { _ in })
        }
        let signing = SigningClock(clock: clock, agentState: file)
        _ = signing.time(at: clock.bootTime).iso8601
        _ = signing.reading.utc.iso8601
    }

    private static func checkFaultPlan(_ text: String) throws(Violation) {
        guard let plan = try plan(text) else { return }
        _ = try TrackerRequest.reply(to: Request(method: "GET", path: "/tracking/v0/trackers/all"), faults: plan)
    }

    private static func plan(_ text: String) throws(Violation) -> FaultPlan? {
        do throws(FaultPlanError) {
            return try FaultPlan(json: text)
        } catch {
            try demand(!error.description.isEmpty, "refused without a reason")
            return nil
        }
    }
}

/// A clock of 2027 on a machine that started 1000 s ago.
private struct StoppedClock: MachineClock {
    let bootTime = BootTime(milliseconds: 1_000_000)
    let civilTime = UTCTime(seconds: 1_800_000_000)
    let isSynchronised = true
    let bootID = "0a0b0c0d-0000-4000-8000-000000000001"
}

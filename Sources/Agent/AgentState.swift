import JSON
import Outbox
import Positioning
import Receiver

/// What the agent is and has, at one moment: the content of `state.json` and the answer to `status`.
struct AgentState {
    /// One word for what the agent does.
    enum Activity: String, CaseIterable {
        /// gpsd has not been asked yet.
        case starting
        /// gpsd does not answer.
        case noGPSD = "no-gpsd"
        /// No receiver talks to gpsd.
        case noReceiver = "no-receiver"
        /// The receiver talks, and its time is not to be relied on yet.
        case noTime = "no-time"
        /// The receiver has no position.
        case noFix = "no-fix"
        /// Fixes come in.
        case recording
        /// The operator has recording paused.
        case paused
        /// The agent ends.
        case stopping
        /// The agent has ended.
        case stopped
    }

    var activity: Activity
    /// A sentence about what is wrong; nil if nothing is.
    var problem: String?
    var pid: Int32
    var bootID: String
    var now: BootTime
    /// The receiver's time at `now`, while it is trusted.
    var gnssTime: UTCTime?
    var trust: TimeTrust
    var gpsd: String?
    /// The place right now; nil while recording is paused, which is private.
    var fix: Fix?
    var lastKept: Fix?
    /// Epochs that are in RAM: in the Receiver, the sampler, or waiting for a commit.
    var held: Int
    /// The committed counters and what was counted since, the Receiver's held epochs included.
    var counters: OutboxCounters

    /// One line for systemctl status.
    var summary: String {
        "\(activity.rawValue): \(counters.kept) kept, \(counters.pending) pending" + (problem.map { "; " + $0 } ?? "")
    }

    /// Compact JSON in one line.
    var text: String {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member("pid", pid)
            json.member("state", activity.rawValue)
            json.member("problem") { $0.optional(problem) }
            json.member("boot_id", bootID)
            json.member("boot_ms", now.milliseconds)
            json.member("gnss_time") { $0.optional(gnssTime?.iso8601) }
            json.member("time_trust", trust.rawValue)
            json.member("gpsd") { $0.optional(gpsd) }
            json.member("fix") { $0.fix(fix) }
            json.member("last_kept") { $0.fix(lastKept) }
            json.member("received", counters.received)
            json.member("held", held)
            json.member("kept", counters.kept)
            json.member("dropped") { $0.counts(counters.dropped) }
            json.member("outbox") { json in
                json.object { json in
                    json.member("pending", counters.pending)
                    json.member("delivered", counters.delivered)
                    json.member("dead", counters.dead)
                    json.member("shed") { $0.counts(counters.shed) }
                }
            }
        }
        return json.text + "\n"
    }
}

extension JSONWriter {
    fileprivate mutating func optional(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    fileprivate mutating func counts(_ counts: [String: Int64]) {
        object { json in
            for (name, count) in counts.sorted(by: { $0.key < $1.key }) { json.member(name, count) }
        }
    }

    fileprivate mutating func fix(_ fix: Fix?) {
        guard let fix, let coordinate = fix.coordinate else { return null() }
        object { json in
            json.member("time", fix.sampleTime.iso8601)
            json.member("latitude") { $0.decimal(coordinate.latitude) }
            json.member("longitude") { $0.decimal(coordinate.longitude) }
            json.member("mode", fix.mode.rawValue)
            json.number("accuracy", fix.horizontalAccuracy)
            json.number("speed", fix.speed)
            json.number("course", fix.course)
            json.number("altitude", fix.altitude)
            if let satellites = fix.satellites { json.member("satellites", satellites) }
        }
    }

    private mutating func number(_ name: String, _ value: Double?) {
        if let value { member(name) { $0.decimal(value, places: 3) } }
    }
}

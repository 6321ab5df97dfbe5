import Configuration
import Positioning
import Runtime

/// Is there a time to sign requests and to judge certificates with?
enum ClockCheck {
    /// `receiverTime` is that of a fix which the receiver has just given.
    static func findings(
        _ report: StatusReport, receiverTime: UTCTime?, _ invocation: Invocation
    ) -> [Finding] {
        if let receiverTime { return [Finding("clock", .ok, "the receiver's time, \(receiverTime.iso8601)")] }
        let trust = report.agent.state?["time_trust"]?.string
        if trust == "trusted" { return [Finding("clock", .ok, "the receiver's time, \(report.now.iso8601)")] }
        if invocation.clock.isSynchronised {
            return [Finding("clock", .ok, "the system clock is synchronised, \(invocation.clock.civilTime.iso8601)")]
        }
        return [
            Finding(
                "clock", .warning,
                "neither the receiver nor a time server vouches for the time; the system clock says "
                    + invocation.clock.civilTime.iso8601,
                advice: "wait until the receiver has a fix, or run a time service: "
                    + invocation.initSystem.setsClock)
        ]
    }
}

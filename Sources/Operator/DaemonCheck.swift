import Configuration
import Runtime

/// Do both daemons run, and are they content?
enum DaemonCheck {
    static func findings(_ settings: StatusSettings, _ invocation: Invocation) -> [Finding] {
        let report = StatusReport(settings, clock: invocation.clock, under: invocation.initSystem)
        return [finding(.agent, report.agent, invocation), finding(.uploader, report.uploader, invocation)]
            + (report.store.isPaused
                ? [Finding("agent", .note, "recording is paused by the operator", advice: "waypost resume")] : [])
    }

    private static func finding(_ daemon: Daemons, _ live: LiveState, _ invocation: Invocation) -> Finding {
        let subject = daemon == .agent ? "agent" : "uploader"
        switch live.presence {
        case .stopped:
            let initSystem = invocation.initSystem
            return Finding(
                subject, .failure, "\(daemon.program) is not running",
                advice: "\(initSystem.enable(daemon.program)); if it ends at once: "
                    + initSystem.log(of: daemon.program))
        case .unknown:
            return Finding(subject, .failure, live.problem ?? "\(daemon.program) cannot be asked")
        case .running:
            let problem = live.problem ?? live.state?["last_error"]?.string
            guard let problem else { return Finding(subject, .ok, live.word) }
            // A hold ends only when somebody mends something; everything else the daemon tries again by itself.
            return Finding(
                subject, live.hold == nil ? .warning : .failure, "\(live.activity): \(problem)",
                advice: live.hold?.advice)
        }
    }
}

import Delivery
import Runtime

/// Do both daemons run, can they do their work, and can their stores be read?
enum DaemonCheck {
    static func findings(_ report: StatusReport, _ invocation: Invocation) -> [Finding] {
        let initSystem = invocation.initSystem
        let agent = notWorking(.agent, report.agent, initSystem) ?? Self.agent(report.agent, initSystem)
        var findings = [
            agent, notWorking(.uploader, report.uploader, initSystem) ?? uploader(report.uploader, initSystem),
        ]
        if report.isPaused, report.agent.word != "paused" { findings.append(paused) }
        return findings + store(report.store.outboxProblem, report.agent)
            + store(report.store.deliveryProblem, report.uploader)
    }

    /// Nil for a daemon that runs and answers.
    private static func notWorking(_ daemon: Daemons, _ live: LiveState, _ initSystem: InitSystem) -> Finding? {
        let subject = daemon == .agent ? "agent" : "uploader"
        switch live.presence {
        case .stopped:
            return Finding(
                subject, .failure, "\(daemon.program) is not running",
                advice: "\(initSystem.enable(daemon.program)); if it ends at once: "
                    + initSystem.log(of: daemon.program))
        case .unknown:
            return Finding(subject, .failure, live.problem ?? "\(daemon.program) cannot be asked")
        case .running:
            guard live.isSilent else { return nil }
            return Finding(
                subject, .failure, live.problem ?? "\(daemon.program) does not answer",
                advice: initSystem.restart([daemon.program]))
        }
    }

    /// What it says is wrong keeps it from storing fixes, or from getting any.
    private static func agent(_ live: LiveState, _ initSystem: InitSystem) -> Finding {
        let state = live.word
        if state == "paused", live.problem == nil { return paused }
        let advice: String
        switch state {
        case "starting", "stopping": advice = "ask again in a moment"
        case "no-gpsd": advice = "see what is said of gpsd; the agent tries again by itself"
        case "no-receiver": advice = "see what is said of the receiver; a moment after its start the agent says so too"
        case "no-time": advice = "wait a minute: fixes wait for a trusted time, which comes when three agree"
        case "no-fix": advice = "has its antenna a free view of the sky?"
        default:
            guard let problem = live.problem else { return Finding("agent", .ok, state) }
            return Finding(
                "agent", .failure, "\(state): \(problem)",
                advice:
                    "\(initSystem.log(of: "waypost-agent")) says more; when that is mended the agent goes on by itself")
        }
        guard let problem = live.problem else {
            return Finding("agent", .warning, "\(state): nothing is recorded", advice: advice)
        }
        return Finding("agent", .failure, "\(state): \(problem)", advice: advice)
    }

    private static var paused: Finding {
        Finding("agent", .warning, "recording is paused by the operator", advice: "waypost resume")
    }

    /// A hold ends only when somebody mends something, and with a store that cannot be written nothing is sent;
    /// everything else the uploader tries again by itself.
    private static func uploader(_ live: LiveState, _ initSystem: InitSystem) -> Finding {
        guard let problem = live.problem ?? live.state?["last_error"]?.string else {
            return Finding("uploader", .ok, live.word)
        }
        let isUnsaved = live.word == DeliveryStatus.State.unsaved.rawValue
        return Finding(
            "uploader", live.hold == nil && !isUnsaved ? .warning : .failure, "\(live.activity): \(problem)",
            advice: live.hold?.remedy(under: initSystem) ?? (isUnsaved ? unsavedAdvice(initSystem) : nil))
    }

    private static func unsavedAdvice(_ initSystem: InitSystem) -> String {
        "\(initSystem.log(of: "waypost-uploader")) says more; when that is mended the uploader goes on by itself"
    }

    /// A database that a daemon has not made yet is no news while that does not run.
    private static func store(_ problem: OperatorError?, _ live: LiveState) -> [Finding] {
        guard let problem else { return [] }
        switch problem.exitCode {
        case .noInput: return live.presence == .stopped ? [] : [Finding("store", .warning, problem.description)]
        case .temporaryFailure: return [Finding("store", .warning, problem.description)]
        default: return [Finding("store", .failure, problem.description)]
        }
    }
}

import Glibc
import Outbox
import Positioning
import Runtime

extension AgentService {
    /// Answers one line of the control socket.
    func answer(_ line: String) -> String {
        guard let request = ControlRequest(rawValue: line) else {
            let known = ControlRequest.allCases.map(\.rawValue).joined(separator: ", ")
            return "error: waypost-agent does not know \"\(line)\"; it knows \(known)"
        }
        let now = clock.bootTime
        switch request {
        case .status:
            return state.text
        case .flush:
            guard recorder.commit(now: now) else { return failure }
            recorder.keepHouse(now: now)
            return "ok: all kept fixes are stored"
        case .pause, .resume:
            return setPaused(request == .pause, now: now)
        }
    }

    private func setPaused(_ paused: Bool, now: BootTime) -> String {
        do {
            try recorder.setPaused(paused, now: now)
        } catch {
            return failure
        }
        recording.setPaused(paused, now: now)
        log.log.notice(paused ? "Recording is paused by the operator." : "Recording goes on.")
        recorder.commit(now: now)
        return paused ? "ok: recording is paused" : "ok: recording"
    }

    private var failure: String {
        "error: \(recorder.failure?.description ?? "the outbox cannot be written")"
    }

    /// What the agent is and has right now.
    var state: AgentState {
        let now = clock.bootTime
        var counters = recorder.counters
        counters.received += Int64(receiver.held)
        return AgentState(
            activity: activity, problem: problem, pid: getpid(), bootID: clock.bootID, now: now,
            gnssTime: receiver.trustedTime(at: now), trust: receiver.trust, gpsd: recording.sky.gpsd,
            fix: recording.isPaused || ending.hasBegun ? nil : recording.sky.fix, lastKept: recording.lastKept,
            held: receiver.held + recording.undecided + recorder.waiting, counters: counters)
    }

    /// What Prometheus is told.
    var metricsText: String {
        AgentMetrics(
            state: state, counters: recorder.writer?.counters, isOutboxWritable: recorder.failure == nil,
            outboxBytes: try? recorder.writer?.bytesInUse(), outboxLimit: recorder.writer?.bytesAllowed
        ).text
    }

    private var activity: AgentState.Activity {
        if ending.hasBegun { return ending.isOver ? .stopped : .stopping }
        if recording.isPaused { return .paused }
        switch recording.sky.link {
        case .starting: return .starting
        case .noGPSD: return .noGPSD
        case .connected, .silent: return .noReceiver
        case .talking:
            if receiver.trust != .trusted { return recording.sky.isBlind && receiver.held == 0 ? .noFix : .noTime }
            return recording.sky.fix == nil ? .noFix : .recording
        }
    }

    private var problem: String? {
        if let failure = recorder.failure { return failure.description }
        if case .noGPSD(let error) = recording.sky.link { return error.description }
        return nil
    }
}

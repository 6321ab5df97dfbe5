import Positioning
import Receiver
import Sampling

/// The way of an epoch through the agent: counted, sampled, kept or dropped, with what is known of the receiver now.
///
/// received = held + kept + dropped holds at every moment: an epoch is counted when the Receiver lets go of it (those
/// that wait for a time there are counted by it), and it is held until the sampler decides it and its commit is done.
final class Recording {
    /// The word that counts epochs while recording is paused.
    static let pausedReason = "paused"
    /// Milliseconds by which the receiver corrects its time, for leap seconds say, without taking it back.
    static let correction: Int64 = 60_000

    /// The receiver as of its last report.
    private(set) var sky = Sky()
    /// True while the operator has recording paused.
    private(set) var isPaused = false

    private let recorder: Recorder
    private var sampler: Sampler
    private var rules: SamplingRules
    /// The last time for which recording was paused: an epoch of then may come out of the Receiver later.
    private var pause: (from: BootTime, to: BootTime)?

    /// Recording into `recorder` by `rules`.
    init(recorder: Recorder, rules: SamplingRules) {
        self.recorder = recorder
        self.rules = rules
        sampler = Sampler(rules: rules, lastKept: nil)
    }

    /// Goes on where the outbox ends, once it is open. What was kept before that in spite of a pause is dropped.
    func resume(after newest: Fix?, isPaused: Bool, now: BootTime) {
        if sampler.lastKept == nil, sampler.undecided == 0 { sampler = Sampler(rules: rules, lastKept: newest) }
        guard isPaused else { return }
        setPaused(true, now: now)
        recorder.dropWaiting(Self.pausedReason)
    }

    /// Fixes that the sampler has not decided.
    var undecided: Int { sampler.undecided }

    /// The newest fix that was kept.
    var lastKept: Fix? { sampler.lastKept }

    /// Takes in what the Receiver reports.
    func take(_ event: ReceiverEvent, now: BootTime) {
        sky.take(event, now: now)
        switch event {
        case .fix(let fix):
            recorder.receive(now: now)
            consider(fix, now: now)
        case .dropped(let reason):
            recorder.receive(now: now)
            recorder.drop(reason.rawValue)
        case .disconnected, .silent, .deviceLost:
            sampler.loseFix { decide($0, now: now) }
        case .reanchored:
            // The times before and after do not belong together: neither speed nor interval can be told across.
            restart(after: nil, now: now)
        case .connected, .trust, .clockBehind, .refused, .unreadable:
            break
        }
    }

    /// Samples by other rules from here on.
    func apply(_ rules: SamplingRules, now: BootTime) {
        guard rules != self.rules else { return }
        self.rules = rules
        restart(after: sampler.lastKept, now: now)
    }

    /// Stops or starts recording; the Recorder keeps it over a restart.
    func setPaused(_ paused: Bool, now: BootTime) {
        guard paused != isPaused else { return }
        isPaused = paused
        if paused {
            finish(now: now)
            pause = (now, BootTime(milliseconds: .max))
        } else {
            pause?.to = now
        }
    }

    /// Decides all that is undecided.
    func finish(now: BootTime) {
        sampler.finish { decide($0, now: now) }
    }

    private func restart(after lastKept: Fix?, now: BootTime) {
        finish(now: now)
        sampler = Sampler(rules: rules, lastKept: lastKept)
    }

    private func consider(_ fix: Fix, now: BootTime) {
        if let pause, fix.received >= pause.from && fix.received < pause.to {
            recorder.drop(Self.pausedReason)
        } else {
            if isTakenBack(by: fix) { restart(after: nil, now: now) }
            sampler.consider(fix) { decide($0, now: now) }
        }
    }

    /// True if the last kept fix has a time that the receiver does not stand by any more. Within a run `reanchored` says
    /// so; a fix of an earlier run would keep every other one out until its time has come.
    private func isTakenBack(by fix: Fix) -> Bool {
        guard let lastKept = sampler.lastKept, fix.coordinate != nil else { return false }
        return lastKept.sampleTime.since(fix.sampleTime) > Self.correction
    }

    private func decide(_ decision: Decision, now: BootTime) {
        switch decision.verdict {
        case .keep: recorder.keep(decision.fix, now: now)
        case .drop(let reason): recorder.drop(reason.rawValue)
        }
    }
}

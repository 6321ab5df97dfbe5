import Outbox
import Positioning
import Receiver
import Sampling
import TestSupport
import Testing

@testable import Agent

@Suite struct RecordingTests {
    let box = Box()

    func recording(_ change: (inout SamplingRules) -> Void = { _ in }) -> Recording {
        var rules = SamplingRules()
        rules.parked = false
        rules.maxSpeed = nil
        change(&rules)
        let recording = Recording(recorder: box.recorder, rules: rules)
        box.recorder.report = { [unowned recording, box] in
            if case .opened(let newest, let isPaused) = $0 {
                recording.resume(after: newest, isPaused: isPaused, now: box.now)
            }
        }
        return recording
    }

    func epoch(_ recording: Recording, after milliseconds: Int64 = 1000) {
        box.pass(milliseconds)
        recording.take(.fix(fix(at: box.clock.civilTime, received: box.now)), now: box.now)
    }

    @Test func everyEpochIsAccountedForAtEveryMoment() throws {
        for seed in UInt64(1)...40 {
            var random = SplitMix(seed: seed)
            let box = Box(commitEvery: [0, 5000].randomElement(using: &random) ?? 0)
            var rules = SamplingRules()
            rules.parked = .random(using: &random)
            rules.maxError = .random(using: &random) ? 10 : nil
            let recording = Recording(recorder: box.recorder, rules: rules)
            try box.recorder.open(now: box.now)
            var received: Int64 = 0
            var place = Coordinate(latitude: 47, longitude: 8.5)
            for _ in 0..<400 {
                box.pass(Int64.random(in: 0...3000, using: &random))
                place.latitude += Double.random(in: -1e-4...5e-4, using: &random)
                var fix = fix(at: box.clock.civilTime, received: box.now)
                fix.coordinate = Int.random(in: 0..<20, using: &random) == 0 ? nil : place
                let event: ReceiverEvent
                switch Int.random(in: 0..<40, using: &random) {
                case 0: event = .silent
                case 1: event = .reanchored(milliseconds: -5000)
                case 2: event = .disconnected(.closed(gpsd: "here"))
                case 3...5: event = .dropped(.duplicate)
                default: event = .fix(fix)
                }
                switch event {
                case .fix, .dropped: received += 1
                default: break
                }
                recording.take(event, now: box.now)
                if Int.random(in: 0..<60, using: &random) == 0 {
                    recording.setPaused(!recording.isPaused, now: box.now)
                }
                let counters = box.recorder.counters
                #expect(counters.received == received, "seed \(seed)")
                #expect(counters.held == Int64(recording.undecided + box.recorder.waiting), "seed \(seed)")
            }
            recording.finish(now: box.now)
            #expect(box.recorder.commit(now: box.now))
            #expect(box.recorder.counters.held == 0, "seed \(seed)")
            #expect(try box.rows().count == Int(box.recorder.counters.kept), "seed \(seed)")
        }
    }

    @Test func goesOnAfterTheLastKeptFix() throws {
        do {
            let first = recording()
            try box.recorder.open(now: box.now)
            epoch(first)
            box.pass(0)
        }
        box.restart()
        let second = recording()
        try box.recorder.open(now: box.now)
        epoch(second, after: 20_000)
        box.pass(0)
        #expect(try box.rows() == [1])
        epoch(second, after: 10_000)
        box.pass(0)
        #expect(try box.rows() == [1, 2])
    }

    @Test func nothingOfAPauseIsStored() throws {
        let recording = recording { $0.interval = 1000 }
        try box.recorder.open(now: box.now)
        epoch(recording)
        box.pass(0)
        recording.setPaused(true, now: box.now)
        for _ in 0..<5 { epoch(recording) }
        let late = fix(at: box.clock.civilTime.advanced(by: 500), received: box.now)
        recording.setPaused(false, now: box.now.advanced(by: 1))
        // It waited in the Receiver for a trusted time.
        recording.take(.fix(late), now: box.now.advanced(by: 1))
        epoch(recording)
        box.pass(0)
        #expect(try box.rows() == [1, 2])
        #expect(box.recorder.counters.dropped == ["paused": 6])
    }

    @Test func pauseFoundInAnOutboxThatOpensLateCoversWhatWaits() throws {
        try box.recorder.open(now: box.now)
        try box.recorder.setPaused(true, now: box.now)
        box.restart()
        let recording = recording()
        epoch(recording)
        #expect(box.recorder.waiting == 1)
        try box.recorder.open(now: box.now)
        #expect(recording.isPaused)
        #expect(box.recorder.waiting == 0)
        #expect(box.recorder.counters.dropped == ["paused": 1])
    }

    @Test func timeThatIsTakenBackIsRecordedFromThereOn() throws {
        let recording = recording()
        try box.recorder.open(now: box.now)
        epoch(recording)
        box.clock.civilTime = box.clock.civilTime.advanced(by: -86_400_000)
        recording.take(.reanchored(milliseconds: -86_400_000), now: box.now)
        epoch(recording)
        epoch(recording, after: 30_000)
        box.pass(0)
        #expect(try box.rows() == [1, 2, 3])
    }

    @Test func timeThatWasTakenBackWhileTheBoxWasOffIsRecordedFromThereOn() throws {
        do {
            let first = recording()
            try box.recorder.open(now: box.now)
            epoch(first)
            box.pass(0)
        }
        box.restart()
        box.clock.civilTime = box.clock.civilTime.advanced(by: -86_400_000)
        let second = recording()
        try box.recorder.open(now: box.now)
        epoch(second)
        epoch(second, after: 30_000)
        box.pass(0)
        #expect(try box.rows() == [1, 2, 3])
    }

    @Test func silentReceiverHasNoPlace() {
        let recording = recording()
        recording.take(.connected(version: "3.22"), now: box.now)
        epoch(recording)
        #expect(recording.sky.fix != nil)
        recording.take(.silent, now: box.now)
        #expect(recording.sky.fix == nil)
        epoch(recording)
        recording.take(.disconnected(.closed(gpsd: "x")), now: box.now)
        #expect(recording.sky.fix == nil)
        epoch(recording)
        var lost = fix(at: box.clock.civilTime)
        lost.coordinate = nil
        recording.take(.fix(lost), now: box.now)
        #expect(recording.sky.fix == nil)
    }
}

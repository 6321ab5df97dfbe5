import CFaultyDisk
import Outbox
import Positioning
import Testing

@testable import Agent

/// What the simulator found about commits that fail: each as a test of its own.
@Suite struct FailedCommitTests {
    private let clock = SimulatedClock()
    private let disk: Disk
    private let directory: BoxDirectory
    private let recorder: Recorder

    init() throws {
        #expect(faulty_disk_install() == 0)
        directory = try BoxDirectory()
        disk = Disk(of: .agent, Chance(1))
        let settings = RecorderSettings(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), commitEvery: 0,
            deliveryPath: directory.file("delivery.db"))
        recorder = Recorder(settings: settings, clock: clock) { nil }
        let (recorder, clock) = (recorder, clock)
        _ = try disk.run { try recorder.open(now: clock.bootTime) }
    }

    /// One second, and what is due then.
    private func second(_ body: () -> Void = {}) {
        clock.elapsed += 1000
        _ = disk.run {
            body()
            if let deadline = recorder.deadline, deadline <= clock.bootTime {
                recorder.serve(ready: [], now: clock.bootTime)
            }
        }
    }

    private func keep() {
        recorder.receive(now: clock.bootTime)
        let place = Coordinate(latitude: 47, longitude: 8)
        let fix = Fix(sampleTime: clock.truth, received: clock.bootTime, mode: .threeD, coordinate: place)
        recorder.keep(fix, now: clock.bootTime)
    }

    /// A sync may fail after all of a transaction was written: then a file that is opened anew has it.
    @Test func aCommitThatFailedAndIsThereAllTheSameCountsOnce() {
        disk.suffer(.syncErrors)
        for _ in 0..<200 { second(keep) }
        #expect(disk.failures > 0)
        disk.suffer(nil)
        for _ in 0..<120 { second() }
        #expect(recorder.failure == nil)
        #expect(recorder.counters.received == 200)
        #expect(recorder.counters.kept == 200)
        #expect(recorder.counters.dropped.isEmpty)
    }

    /// An epoch that the sampler holds was counted by an earlier commit, and is still there after the disk is.
    @Test func whatTheSamplerHoldsIsNotInterruptedWhenTheFileIsOpenedAnew() {
        second { recorder.receive(now: clock.bootTime) }
        second(keep)
        #expect(recorder.writer?.counters.held == 1)
        disk.suffer(.writeErrors)
        second(keep)
        #expect(recorder.failure != nil)
        disk.suffer(nil)
        for _ in 0..<10 { second() }
        #expect(recorder.failure == nil)
        #expect(recorder.counters.held == 1)
        #expect(recorder.counters.dropped.isEmpty)
    }
}

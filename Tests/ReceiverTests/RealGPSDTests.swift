import Foundation
import Positioning
import Testing

@testable import Receiver

@Suite(.enabled(if: GPSDRig.executable != nil, "needs gpsd"), .timeLimit(.minutes(10)), .serialized)
struct RealGPSDTests {
    /// A receiver whose gpsd passes on the epochs of `rig`: it has seen epoch -1.
    private func watch(_ rig: GPSDRig) -> Bench {
        let bench = Bench(port: rig.port)
        warmUp(rig, bench, -1)
        #expect(bench.receiver.held == 1)
        return bench
    }

    /// Says the epoch `index` until one comes out of gpsd, which greets before it passes anything on.
    private func warmUp(_ rig: GPSDRig, _ bench: Bench, _ index: Int) {
        let before = bench.epochs
        #expect(
            bench.run {
                rig.send(GPSDRig.epoch(time(index), latitude: latitude(index)).utf8)
                return bench.epochs > before
            })
    }

    /// The `index`-th epoch, one second and about eleven metres further than the one before.
    private func time(_ index: Int) -> UTCTime {
        Bench.start.advanced(by: Int64(index) * 1000)
    }

    private func latitude(_ index: Int) -> Double {
        50 + Double(index) * 0.0001
    }

    /// Lets the receiver say the epochs of `range`, `pause` milliseconds apart.
    private func drive(_ rig: GPSDRig, _ bench: Bench, _ range: Range<Int>, pause: Int64) {
        for index in range {
            rig.send(GPSDRig.epoch(time(index), latitude: latitude(index)).utf8)
            let next = bench.now.advanced(by: pause)
            while bench.now < next { bench.step(wait: next.since(bench.now)) }
        }
    }

    @Test func everyEpochIsSeenOnceInPlaceAndTime() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<60, pause: 20)
        #expect(bench.run { bench.fixes.count >= 61 })
        #expect(bench.fixes.map(\.sampleTime) == (-1..<60).map(time))
        for (index, fix) in bench.fixes.enumerated() {
            let coordinate = try #require(fix.coordinate)
            #expect(abs(coordinate.latitude - latitude(index - 1)) < 1e-7)
            #expect(fix.mode == .threeD)
        }
        #expect(bench.fixes.last?.hdop == 0.9)
        #expect(bench.fixes.last?.satellites == 4)
        #expect(bench.drops.allSatisfy { $0 == .duplicate }, "of the epoch that was said until it was heard")
    }

    @Test func aRestartedGpsdIsFoundAgain() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<10, pause: 20)
        rig.signal(SIGKILL)
        #expect(bench.run { !bench.disconnections.isEmpty })
        try rig.restart()
        warmUp(rig, bench, 9)
        drive(rig, bench, 10..<20, pause: 20)
        #expect(bench.run { bench.fixes.count >= 21 })
        #expect(bench.fixes.map(\.sampleTime) == (-1..<20).map(time))
    }

    @Test func aStoppedGpsdIsNoticedEvenWhileItStillAcceptsConnections() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<5, pause: 20)
        rig.signal(SIGSTOP)
        bench.step(wait: 300)
        bench.skip(10_000)
        #expect(bench.events.contains(.silent))
        #expect(bench.run { bench.receiver.descriptor != nil })
        bench.step(wait: 100)
        bench.skip(10_000)
        #expect(bench.disconnections.last == .noGreeting(gpsd: "127.0.0.1:\(rig.port)"))
        rig.signal(SIGCONT)
        #expect(bench.run { bench.events.filter { if case .connected = $0 { true } else { false } }.count == 2 })
    }

    @Test func aReceiverThatFallsSilentIsNoFixAndNeverTheLastPlaceAgain() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<5, pause: 20)
        #expect(bench.run { bench.fixes.count >= 6 })
        for _ in 0..<5 {
            bench.skip(4000)
            bench.step(wait: 100)
        }
        #expect(bench.events.contains(.silent))
        #expect(bench.fixes.count == 6)
    }

    @Test func anUnpluggedReceiverIsADeviceLost() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<5, pause: 20)
        rig.unplug()
        #expect(bench.run { bench.events.contains { if case .deviceLost = $0 { true } else { false } } })
    }

    @Test func twoThousandEpochsASecondAreAllSeen() throws {
        let rig = try GPSDRig()
        let bench = watch(rig)
        drive(rig, bench, 0..<20, pause: 20)
        for batch in 0..<200 {
            let first = 20 + batch * 20
            rig.send((first..<first + 20).map { GPSDRig.epoch(time($0), latitude: latitude($0 % 1000)) }.joined().utf8)
            let next = bench.now.advanced(by: 10)
            // gpsd drops what a client does not take for long: a machine that is emulated gets its time.
            while bench.now < next || bench.fixes.count < first - 400 {
                bench.step(wait: max(1, next.since(bench.now)))
            }
        }
        #expect(bench.run { bench.fixes.count >= 4021 })
        #expect(bench.fixes.map(\.sampleTime) == (-1..<4020).map(time))
    }

    /// Every log of the corpus, as the receiver sent it. What gpsd makes of a log depends on its version (it moves old
    /// dates by 1024 weeks, it sends one to three TPV for an epoch); what must hold of it does not.
    @Test(.enabled(if: ReceiverLogs.folder != nil, "needs ../shared/data/gpsd-logs"), arguments: expectations)
    func aReceiverLogThroughGpsdGivesTimesThatAscend(expected: Expected) throws {
        let rig = try GPSDRig()
        let bench = Bench(port: rig.port, build: UTCTime(milliseconds: 0))
        #expect(bench.run { bench.events.contains { if case .connected = $0 { true } else { false } } })
        rig.waitUntilWatched()
        var rest = try ReceiverLogs.raw(expected.log)[...]
        while !rest.isEmpty {
            rig.send(rest.prefix(1024))
            rest = rest.dropFirst(1024)
            bench.step(wait: 2)
        }
        // Of what this one speaks gpsd 3.22 understands nothing.
        if expected.log != "trimble-res720" {
            #expect(bench.run { bench.epochs > 0 && bench.fixes.count >= expected.live / 2 })
        }
        for _ in 0..<10 { bench.step(wait: 50) }
        bench.receiver.stop { bench.events.append($0) }
        #expect(bench.receiver.held == 0)
        #expect(!bench.events.contains { if case .unreadable = $0 { true } else { false } })
        #expect(zip(bench.fixes, bench.fixes.dropFirst()).allSatisfy { $0.sampleTime < $1.sampleTime })
    }
}

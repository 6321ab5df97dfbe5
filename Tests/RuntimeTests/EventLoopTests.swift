import Foundation
import Positioning
import Runtime
import Testing

/// Counts how often it is served, for its deadline or its descriptor.
private final class Probe: PollSource {
    var fd: Int32?
    var deadline: BootTime?
    var early: BootTime?
    var earliest: BootTime? { early ?? deadline }
    var served: [(isReadable: Bool, now: BootTime)] = []
    var whenServed: (Probe) -> Void = { _ in }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        if let fd { list.append(PollDescriptor(fd: fd, wantsRead: true)) }
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        served.append((ready.contains(where: \.isReadable), now))
        whenServed(self)
    }
}

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
    private let clock = SystemClock()

    @Test func servesADeadlineNotBeforeItsTimeAndOnlyOnce() throws {
        let loop = try EventLoop(clock: clock)
        let early = Probe()
        let late = Probe()
        let start = clock.bootTime
        early.deadline = start.advanced(by: 20)
        late.deadline = start.advanced(by: 60)
        early.whenServed = { $0.deadline = nil }
        late.whenServed = { _ in loop.stop() }
        loop.add(late)
        loop.add(early)
        try loop.run()
        #expect(early.served.count == 1 && late.served.count == 1)
        #expect(early.served[0].now >= start.advanced(by: 20))
        #expect(late.served[0].now >= start.advanced(by: 60))
    }

    @Test func aMessageWakesItsSourceAloneAndOnce() throws {
        let loop = try EventLoop(clock: clock)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = Probe()
        let other = Probe()
        reader.fd = ends[0]
        reader.whenServed = {
            var byte: UInt8 = 0
            _ = read($0.fd ?? -1, &byte, 1)
            loop.stop()
        }
        other.deadline = clock.bootTime.advanced(by: 60_000)
        loop.add(other)
        loop.add(reader)
        #expect(write(ends[1], "x", 1) == 1)
        try loop.run()
        #expect(reader.served.count == 1 && reader.served[0].isReadable)
        #expect(other.served.isEmpty)
    }

    @Test func aDeadlineThatCrowdingMessagesPutOffIsServedWhenItComesAndNotBefore() throws {
        let loop = try EventLoop(clock: clock)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let watch = Probe()
        let reader = Probe()
        watch.deadline = clock.bootTime.advanced(by: 500)
        reader.fd = ends[0]
        reader.whenServed = {
            var byte: UInt8 = 0
            _ = read($0.fd ?? -1, &byte, 1)
            watch.deadline = $0.served.last?.now.advanced(by: 500)
        }
        watch.whenServed = { _ in loop.stop() }
        loop.add(watch)
        loop.add(reader)
        #expect(write(ends[1], [UInt8](repeating: 0, count: 20_000), 20_000) == 20_000)
        try loop.run()
        #expect(reader.served.count == 20_000)
        let last = try #require(reader.served.last?.now)
        #expect(watch.served.count == 1 && watch.served[0].now >= last.advanced(by: 500))
    }

    @Test func whoMayBeEarlyIsServedWithOthersButWakesNobody() throws {
        let loop = try EventLoop(clock: clock)
        let patient = Probe()
        let other = Probe()
        let start = clock.bootTime
        patient.deadline = start.advanced(by: 60_000)
        patient.early = start.advanced(by: 10)
        other.deadline = start.advanced(by: 40)
        patient.whenServed = { _ in loop.stop() }
        other.whenServed = { $0.deadline = nil }
        loop.add(other)
        loop.add(patient)
        try loop.run()
        #expect(patient.served.count == 1 && other.served.count == 1)
        #expect(patient.served[0].now >= start.advanced(by: 40))
    }

    @Test func anOverdueDeadlineDoesNotStarveADescriptor() throws {
        let loop = try EventLoop(clock: clock)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let overdue = Probe()
        overdue.deadline = BootTime(milliseconds: 0)
        let reader = Probe()
        reader.fd = ends[0]
        loop.add(overdue)
        loop.add(reader)
        #expect(write(ends[1], "x", 1) == 1)
        try loop.turn()
        #expect(overdue.served.count == 1 && reader.served.count == 1)
    }

    @Test func noFurtherSourceIsServedAfterStop() throws {
        let loop = try EventLoop(clock: clock)
        let first = Probe()
        let second = Probe()
        first.deadline = BootTime(milliseconds: 0)
        second.deadline = BootTime(milliseconds: 0)
        first.whenServed = { _ in loop.stop() }
        loop.add(first)
        loop.add(second)
        try loop.run()
        #expect(second.served.isEmpty)
    }
}

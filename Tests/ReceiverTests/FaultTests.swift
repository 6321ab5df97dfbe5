import Glibc
import Positioning
import TestSupport
import Testing

@testable import Receiver

private let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
private let connected = ReceiverEvent.connected(version: "3.22")

/// A TPV of `second`, as a line.
private func tpv(_ second: Int, device: String = "/dev/ttyS0", members: String = #""mode":3,"lat":1.0,"lon":2.0"#)
    -> String
{
    let time = Bench.start.advanced(by: Int64(second) * 1000).iso8601
    return #"{"class":"TPV","device":"\#(device)","time":"\#(time)",\#(members)}"# + "\n"
}

@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    private let gpsd = LoopbackSocket()

    /// The connection that the receiver makes to a fake gpsd, and what it asks for.
    private func accept(_ bench: Bench) throws -> (client: LoopbackConnection, request: String) {
        #expect(bench.run { bench.receiver.descriptor != nil })
        let client = try #require(gpsd.accept())
        var request = ""
        #expect(
            bench.run {
                request += String(decoding: client.received(within: 0) ?? [], as: UTF8.self)
                return request.hasSuffix("\n")
            })
        return (client, request)
    }

    /// A receiver that is connected to a fake gpsd which greeted it.
    private func connect(_ bench: Bench) throws -> LoopbackConnection {
        let client = try accept(bench).client
        client.send(version)
        #expect(bench.hears(connected))
        return client
    }

    // MARK: - The way to gpsd

    @Test func reportsAreAskedForOfAllDevices() throws {
        #expect(try accept(Bench(port: gpsd.port)).request == "?WATCH={\"enable\":true,\"json\":true};\n")
    }

    @Test func reportsAreAskedForOfTheToldDeviceAlone() throws {
        let request = try accept(Bench(port: gpsd.port, device: #"/dev/"odd"\path"#)).request
        #expect(request == #"?WATCH={"enable":true,"json":true,"device":"/dev/\"odd\"\\path"};"# + "\n")
    }

    @Test func theSocketIsKeptAliveClosedOnExecAndDoesNotBlock() throws {
        let bench = Bench(port: gpsd.port)
        _ = try connect(bench)
        let descriptor = try #require(bench.receiver.descriptor)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &value, &size)
        #expect(value == 1)
        getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, &value, &size)
        #expect(value == 30)
    }

    @Test func aGpsdThatIsNotUpYetIsTriedUntilItIs() throws {
        let late = LoopbackSocket(listens: false)
        let bench = Bench(port: late.port)
        #expect(bench.run { bench.disconnections.count >= 3 })
        #expect(bench.disconnections.first == .cannotConnect(gpsd: "127.0.0.1:\(late.port)", errno: ECONNREFUSED))
        late.listen()
        #expect(bench.run { bench.receiver.descriptor != nil })
        let client = try #require(late.accept())
        client.send(version)
        #expect(bench.hears(connected))
    }

    @Test func localhostIsFoundWithoutANameService() throws {
        // /etc/hosts may know it too, by a lookup that takes its time: this is there at once.
        guard case .found = AddressLookup(host: "localhost", port: gpsd.port).progress() else {
            Issue.record("localhost is looked up")
            return
        }
        _ = try connect(Bench(port: gpsd.port, host: "localhost"))
    }

    @Test func aNameThatDoesNotExistIsSaidAndBlocksNothing() {
        // A part of a name has 63 characters at most: no name server is asked, which might not answer for long.
        let bench = Bench(port: gpsd.port, host: String(repeating: "x", count: 64) + ".invalid")
        #expect(bench.run { !bench.disconnections.isEmpty })
        guard case .unknownHost = bench.disconnections.first else {
            Issue.record("\(bench.disconnections)")
            return
        }
    }

    @Test func aPeerThatAcceptsAndSaysNothingIsNoticed() throws {
        let bench = Bench(port: gpsd.port)
        let mute = try accept(bench).client
        bench.skip(5000)
        #expect(bench.disconnections == [])
        bench.skip(5000)
        #expect(bench.disconnections == [.noGreeting(gpsd: "127.0.0.1:\(gpsd.port)")])
        _ = try connect(bench)
        withExtendedLifetime(mute) {}
    }

    @Test func aPeerThatIsNotGpsdIsNotTakenForIt() throws {
        let bench = Bench(port: gpsd.port)
        let client = try accept(bench).client
        client.send("SSH-2.0-OpenSSH_9.2\r\n")
        #expect(bench.hears(.unreadable(.malformed)))
        bench.skip(10_000)
        #expect(bench.disconnections == [.noGreeting(gpsd: "127.0.0.1:\(gpsd.port)")])
    }

    // MARK: - The end of a connection

    @Test func gpsdThatEndsIsConnectedAgain() throws {
        let bench = Bench(port: gpsd.port)
        do { _ = try connect(bench) }
        #expect(bench.run { !bench.disconnections.isEmpty })
        #expect(bench.disconnections == [.closed(gpsd: "127.0.0.1:\(gpsd.port)")])
        bench.events = []
        let client = try connect(bench)
        client.send((0..<4).map { tpv($0) }.joined())
        #expect(bench.run { bench.fixes.count == 3 })
    }

    @Test func aResetIsSurvived() throws {
        let bench = Bench(port: gpsd.port)
        do {
            let client = try connect(bench)
            client.send((0..<3).map { tpv($0) }.joined())
            client.resetAtEnd()
        }
        #expect(bench.run { !bench.disconnections.isEmpty })
        bench.events = []
        _ = try connect(bench)
    }

    @Test func theEpochThatWasOpenWhenGpsdEndedIsNotLost() throws {
        let bench = Bench(port: gpsd.port)
        do {
            let client = try connect(bench)
            client.send((0..<3).map { tpv($0) }.joined())
        }
        #expect(bench.run { !bench.disconnections.isEmpty })
        #expect(bench.fixes.count == 3)
    }

    @Test func halfALineBeforeTheEndDoesNotSpoilTheNextConnection() throws {
        let bench = Bench(port: gpsd.port)
        do {
            let client = try connect(bench)
            client.send(String(tpv(0).dropLast(20)))
        }
        #expect(bench.run { !bench.disconnections.isEmpty })
        bench.events = []
        let client = try connect(bench)
        client.send((0..<3).map { tpv($0) }.joined() + tpv(3))
        #expect(bench.run { bench.fixes.count == 3 })
        #expect(!bench.events.contains(.unreadable(.malformed)))
    }

    // MARK: - Silence

    @Test func aGpsdThatStopsTalkingIsSaidToBeSilentOnceAndConnectedAnew() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send((0..<4).map { tpv($0) }.joined())
        #expect(bench.run { bench.fixes.count == 3 })
        bench.skip(5000)
        #expect(!bench.events.contains(.silent))
        bench.skip(5100)
        #expect(bench.events.filter { $0 == .silent }.count == 1)
        #expect(bench.disconnections == [.silent(gpsd: "127.0.0.1:\(gpsd.port)", milliseconds: 10_000)])
        let place = bench.fixes.count
        for _ in 0..<5 {
            bench.skip(10_000)
            _ = gpsd.accept(within: 0)
        }
        #expect(bench.events.filter { $0 == .silent }.count == 1)
        #expect(bench.fixes.count == place, "the last place must not come again")
    }

    @Test func aGpsdWithoutAReceiverThatTalksIsLeftInPeace() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        for _ in 0..<29 { bench.skip(10_000) }
        #expect(bench.disconnections.isEmpty)
        client.send((0..<4).map { tpv($0) }.joined())
        #expect(bench.run { bench.fixes.count == 3 })
        bench.skip(10_100)
        #expect(bench.disconnections == [.silent(gpsd: "127.0.0.1:\(gpsd.port)", milliseconds: 10_000)])
    }

    @Test func aGpsdThatHasNothingToSayIsAskedAnewAfterFiveMinutes() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        withExtendedLifetime(client) { bench.skip(300_100) }
        #expect(bench.disconnections == [.silent(gpsd: "127.0.0.1:\(gpsd.port)", milliseconds: 300_000)])
    }

    @Test func aReceiverThatFellSilentIsNoticedThoughGpsdTalksOn() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send((0..<4).map { tpv($0) }.joined())
        #expect(bench.run { bench.fixes.count == 3 })
        for _ in 0..<3 {
            bench.skip(4000)
            client.send(#"{"class":"AIS","type":1}"# + "\n")
            bench.step(wait: 1000)
        }
        #expect(bench.events.contains(.silent))
        #expect(bench.disconnections == [])
        bench.events = []
        client.send(tpv(16))
        bench.step(wait: 1000)
        bench.skip(10_000)
        #expect(bench.events.contains(.silent), "a second silence is said again")
    }

    @Test func aLostDeviceIsSaidOnce() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        let lost = #"{"class":"DEVICE","path":"/dev/ttyS0","activated":0}"# + "\n"
        var losses: Int { bench.events.filter { $0 == .deviceLost(path: "/dev/ttyS0") }.count }
        // By the epoch behind it, what gpsd said before has been read.
        client.send(tpv(0) + lost + lost + tpv(1))
        #expect(bench.run { bench.epochs == 2 })
        #expect(losses == 1)
        client.send(lost + tpv(2))
        #expect(bench.run { bench.epochs == 3 })
        #expect(losses == 2, "it has talked since")
    }

    @Test func aFixThatIsLostIsSeenThroughEpochsWithoutACoordinate() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send((0..<3).map { tpv($0) }.joined() + tpv(3, members: #""mode":1"#) + tpv(4, members: #""mode":1"#))
        #expect(bench.run { bench.fixes.count == 5 })
        #expect(bench.fixes.map { $0.coordinate == nil } == [false, false, false, true, true])
    }

    // MARK: - What gpsd says

    @Test func halfLinesAndBurstsLoseNothing() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        let text = (0..<500).map { tpv($0) + #"{"class":"SKY","device":"/dev/ttyS0","hdop":0.9}"# + "\n" }.joined()
        var rest = text[...]
        var size = 1
        while !rest.isEmpty {
            client.send(String(rest.prefix(size)))
            rest = rest.dropFirst(size)
            size = size * 7 % 4099
            bench.step(wait: 0)
        }
        #expect(bench.run { bench.fixes.count == 500 })
        #expect(bench.fixes.last?.hdop == 0.9)
    }

    @Test func halfALineIsWaitedForWithoutSpinning() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send(String(tpv(0).prefix(30)))
        bench.step(wait: 1000)
        var turns = 0
        let end = bench.now.advanced(by: 300)
        while bench.now < end {
            bench.step(wait: 300)
            turns += 1
        }
        #expect(turns <= 3)
    }

    @Test func anOversizeLineAndBadJSONCostOnlyThemselves() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send(tpv(0))
        client.send(#"{"class":"SKY","x":""# + String(repeating: "x", count: 100_000) + "\"}\n")
        client.send(tpv(1) + "{{{\n" + #"{"class":"TPV",x"class":"TPV"}"# + "\n\n" + tpv(2))
        #expect(bench.run { bench.fixes.count == 3 })
        #expect(bench.events.filter { $0 == .unreadable(.oversize) }.count == 1)
        #expect(bench.events.filter { $0 == .unreadable(.malformed) }.count == 3)
        #expect(bench.disconnections == [])
    }

    @Test func onlyTheToldDeviceCounts() throws {
        let bench = Bench(port: gpsd.port, device: "/dev/ttyS0")
        let client = try connect(bench)
        for second in 0..<5 {
            client.send(tpv(second))
            client.send(tpv(second * 100, device: "/dev/ttyS1", members: #""mode":3,"lat":50.0,"lon":60.0"#))
        }
        client.send(#"{"class":"DEVICE","path":"/dev/ttyS1","activated":0}"# + "\n" + tpv(5))
        #expect(bench.run { bench.fixes.count == 6 })
        #expect(bench.fixes.allSatisfy { $0.coordinate == Coordinate(latitude: 1, longitude: 2) })
        #expect(!bench.events.contains(.deviceLost(path: "/dev/ttyS1")))
    }

    @Test func whatGpsdRefusesIsPassedOn() throws {
        let bench = Bench(port: gpsd.port, device: "/dev/none")
        let client = try connect(bench)
        client.send(#"{"class":"ERROR","message":"No such device as /dev/none"}"# + "\n")
        #expect(bench.hears(.refused(message: "No such device as /dev/none")))
    }

    @Test func newSettingsConnectAnew() throws {
        let bench = Bench(port: gpsd.port)
        _ = try connect(bench)
        let other = LoopbackSocket()
        var settings = ReceiverSettings()
        settings.host = "127.0.0.1"
        settings.port = other.port
        bench.receiver.apply(settings) { bench.events.append($0) }
        #expect(bench.disconnections == [.newSettings])
        #expect(bench.run { bench.receiver.descriptor != nil })
        #expect(other.accept() != nil)
    }

    @Test func stoppingAccountsForEveryEpoch() throws {
        let bench = Bench(port: gpsd.port)
        let client = try connect(bench)
        client.send(tpv(0) + tpv(1))
        #expect(bench.run { bench.receiver.held == 2 })
        bench.receiver.stop { bench.events.append($0) }
        #expect(bench.events.filter { $0 == .dropped(.unconfirmed) }.count == 2)
        #expect(bench.receiver.held == 0)
        #expect(bench.receiver.deadline == nil)
        #expect(bench.receiver.descriptor == nil)
    }
}

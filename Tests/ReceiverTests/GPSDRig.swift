import Foundation
import Positioning
import TestSupport
import Testing

@testable import Receiver

/// The real gpsd, dialling a receiver that the test plays (a TCP feed).
final class GPSDRig {
    /// The daemon, or nil where it is not installed.
    static let executable = Tool("gpsd")

    /// Where gpsd listens for clients.
    var port: UInt16 { reservation.port }
    private let reservation = LoopbackSocket(listens: false)
    private let receiver = LoopbackSocket()
    private var process: ChildProcess
    private var feed: LoopbackConnection?

    /// Starts gpsd and waits until it has dialled the feed. It sends nothing before `send`.
    init() throws {
        process = try Self.start(reservation.port, receiver.port)
        try awaitDial()
    }

    /// Kills gpsd and starts it anew.
    func restart() throws {
        process.kill()
        process = try Self.start(port, receiver.port)
        try awaitDial()
    }

    private static func start(_ port: UInt16, _ feed: UInt16) throws -> ChildProcess {
        try ChildProcess(
            try #require(executable).path, ["-N", "-n", "-S", String(port), "tcp://127.0.0.1:\(feed)"])
    }

    private func awaitDial() throws {
        let feed: LoopbackConnection = try #require(
            receiver.accept(), "gpsd did not dial its receiver; it said: \(process.errors)")
        self.feed = feed
    }

    /// Sends gpsd a signal.
    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// The receiver's plug is pulled.
    func unplug() {
        feed = nil
    }

    /// What the receiver says. The feed stays open after it: gpsd 3.22 gives up a source for ever when it ends.
    func send(_ bytes: some Sequence<UInt8>) {
        feed?.send(Array(bytes))
    }

    /// Returns once gpsd has carried out what its clients asked before: it answers them one after the other, and so the
    /// answer to a client that comes now is the last one.
    func waitUntilWatched() {
        let probe = GPSDConnection(host: "127.0.0.1", port: port, now: BootTime(milliseconds: 0))
        let buffer = LineBuffer()
        let parser = ReportParser()
        for _ in 0..<500 {
            usleep(10_000)
            try? probe.advance(writable: true, now: BootTime(milliseconds: 0))
            guard (try? probe.receive(into: buffer)) == true else { continue }
            while case .text(let line) = buffer.next() {
                if case .version = parser.parse(line) { try? probe.send(watchCommand(device: nil)) }
                if line.offset(after: #"{"class":"WATCH""#) != nil { return }
            }
        }
        Issue.record("gpsd did not carry out ?WATCH within 5 s")
    }

    /// The NMEA sentences of an epoch with a fix north and east of 0/0.
    static func epoch(_ time: UTCTime, latitude: Double) -> String {
        let civil = CivilTime(time)
        let clock = String(format: "%02d%02d%02d.%03d", civil.hour, civil.minute, civil.second, civil.millisecond)
        let date = String(format: "%02d%02d%02d", civil.day, civil.month, civil.year % 100)
        let degrees = Int(latitude)
        let place = String(format: "%02d%09.6f,N,00518.817200,E", degrees, (latitude - Double(degrees)) * 60)
        return sentence("GPRMC,\(clock),A,\(place),5.6,230.5,\(date),,,A")
            + sentence("GPGGA,\(clock),\(place),1,09,0.90,12.0,M,46.8,M,,")
            + sentence("GPGSA,A,3,07,08,10,16,,,,,,,,,1.60,0.90,1.30")
            + sentence("GPGSV,1,1,04,07,10,333,39,08,12,279,35,10,16,158,33,16,74,249,37")
    }

    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(String(format: "%02X", sum))\r\n"
    }
}

import Foundation
import Positioning
import TestSupport

@testable import Receiver

/// The real gpsd, dialling a receiver that the test plays (a TCP feed).
final class GPSDRig {
    /// The daemon, or nil where it is not installed.
    static let executable: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let places = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        return places.map { $0 + "/gpsd" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Where gpsd listens for clients.
    let port: UInt16
    private let receiver = FakeGPSD()
    private let process = Process()
    private var feed: FakeGPSD.Client?

    /// Starts gpsd and waits until it has dialled the feed. It sends nothing before `send`.
    init(port: UInt16? = nil) throws {
        self.port = port ?? FakeGPSD().port
        process.executableURL = URL(fileURLWithPath: Self.executable ?? "/nonexistent")
        process.arguments = ["-N", "-n", "-S", String(self.port), "tcp://127.0.0.1:\(receiver.port)"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        feed = receiver.accept(within: 10_000)
    }

    deinit {
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// Sends gpsd a signal.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
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

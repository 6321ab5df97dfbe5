import Foundation
import Glibc
import Positioning
import Signing
import TestSupport

@testable import LocalTracker

/// A tracker on a real socket, and the connections of a client to it, all served by the test's own thread.
final class ServedTracker {
    let directory = TemporaryDirectory()
    let server: TrackerServer
    let port: UInt16
    private var signer = Signer(region: "eu-central-1", service: "geo")

    init(faults: String? = nil) throws {
        var options = TrackerOptions(database: directory.file("tracker.db"))
        try options.addTracker("all:None")
        try options.addKey("AKIDTEST:secret")
        server = try TrackerServer(options, now: Self.utc)
        port = UInt16(server.address.split(separator: ":").last ?? "") ?? 0
        if let faults { server.setFaultPlan(try FaultPlan(json: faults)) }
    }

    static var utc: UTCTime { UTCTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    static var boot: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// A new connection.
    func connect() -> HTTPConnection {
        HTTPConnection(port: port, served: self)
    }

    /// Serves until `isDone`, for at most 10 s. False if the time ran out.
    func serve(until isDone: () -> Bool, alongside fd: Int32) -> Bool {
        let deadline = Self.boot.advanced(by: 10_000)
        while !isDone() {
            guard Self.boot < deadline else { return false }
            var ready = [
                pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: fd, events: Int16(POLLIN), revents: 0),
            ]
            let wait = server.deadline.map { max(0, $0.since(Self.boot)) } ?? 1000
            poll(&ready, 2, Int32(min(wait, 1000)))
            server.serve(now: Self.boot, utc: Self.utc)
        }
        return true
    }

    /// The bytes of a signed request; `extra` header lines are not signed.
    func request(
        _ method: String, _ path: String, _ body: String = "", extra: [String] = [], sendsBody: Bool = true
    ) -> [UInt8] {
        var headers: [(name: String, value: String)] = [("Host", "127.0.0.1:\(port)")]
        headers += signer.sign(
            method: method, path: "/tracking/v0/" + path, headers: headers, body: Array(body.utf8),
            credentials: SigningCredentials(accessKeyID: "AKIDTEST", secretAccessKey: "secret"), at: Self.utc)
        var lines = ["\(method) /tracking/v0/\(path) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" } + extra
        if !extra.contains(where: { $0.hasPrefix("Transfer-Encoding") }) {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (sendsBody ? body : "")).utf8)
    }

    /// Updates that the tracker has stored.
    func stored() throws -> Int64? {
        try leftStore(in: directory).trackers.find("all")?.counts.stored
    }
}

import Foundation
import Positioning
import TestSupport

/// A small real HTTP server that answers BatchUpdateDevicePosition as a test says, and remembers what it was sent.
final class TrackerServer: @unchecked Sendable {
    /// What happens to one request.
    enum Reply: Sendable {
        case accept
        case answer(Int, String, [String] = [])
        /// The request is taken, and the connection closed without an answer.
        case cut
        /// The request is taken, and nothing happens until the client closes.
        case silence
    }

    struct Request: Sendable {
        var head: String
        var body: String
        /// With milliseconds, however they were sent.
        var sampleTimes: [String]
    }

    private let lock = NSLock()
    private var stored: [Request] = []
    private var server: ScriptedServer?

    /// `reply` gets each request with its number, from 0.
    init(_ reply: @escaping @Sendable (Int, Request) -> Reply = { _, _ in .accept }) {
        server = ScriptedServer { [weak self] connection in
            while let text = connection.readRequest(), let (number, request) = self?.store(text) {
                switch reply(number, request) {
                case .accept: connection.answer(200, #"{"Errors":[]}"#, headers: ["Content-Type: application/json"])
                case .answer(let status, let body, let headers): connection.answer(status, body, headers: headers)
                case .cut: return
                case .silence:
                    connection.waitForClose()
                    return
                }
            }
        }
    }

    var url: String { "http://127.0.0.1:\(server?.port ?? 0)" }

    var requests: [Request] { lock.withLock { stored } }

    private func store(_ text: String) -> (Int, Request) {
        let parts = text.components(separatedBy: "\r\n\r\n")
        let body = parts.count > 1 ? parts[1] : ""
        let times = body.components(separatedBy: "\"SampleTime\":\"").dropFirst().map { text in
            UTCTime(iso8601: text.prefix { $0 != "\"" })?.iso8601 ?? "not a time"
        }
        let request = Request(head: parts[0], body: body, sampleTimes: times)
        return lock.withLock {
            stored.append(request)
            return (stored.count - 1, request)
        }
    }
}

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Transport

/// Plain HTTP/1.1 against a server that does what each test says.
@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
    /// What a server saw.
    final class Seen: Sendable {
        let requests = Mutex<[String]>([])
        let connections = Mutex(0)

        func add(_ request: String) {
            requests.withLock { $0.append(request) }
        }
    }

    private static let headers = ["X-One: a", "x-two:  b c  ", "X-One: d", "X-Empty:"]
    private static let head =
        "HTTP/1.1 200 Status\r\n\(headers.joined(separator: "\r\n"))\r\nContent-Length: 11\r\n\r\n"

    private func url(_ server: ScriptedServer, _ path: String = "/") -> String {
        "http://127.0.0.1:\(server.port)\(path)"
    }

    @Test func aRequestIsSentByteForByte() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.answer(200, #"{"ok":true}"#, headers: Self.headers)
        }
        let request = HTTPRequest(
            method: "POST", url: url(server, "/a/../b%2Fc?d=e"),
            headers: [HTTPHeader("content-type", "application/json"), HTTPHeader("x-empty", "")],
            body: Array("{\"a\":\"é\0\"}".utf8))
        let outcome = try HTTPClient().outcome(of: request)
        let response = try #require(outcome.result.response)
        #expect(response.status == 200)
        #expect(response.body == Array(#"{"ok":true}"#.utf8))
        #expect(response.header("x-one") == "a")
        #expect(response.header("X-TWO") == "b c")
        #expect(response.header("x-empty") == "")
        let sent = seen.requests.withLock { $0.first } ?? ""
        #expect(
            sent == "POST /a/../b%2Fc?d=e HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "content-type: application/json\r\nx-empty:\r\nContent-Length: 11\r\n\r\n{\"a\":\"é\0\"}")
        #expect(outcome.bytes.sent == Int64(sent.utf8.count))
        #expect(outcome.bytes.received == Int64(Self.head.utf8.count + 11))
    }

    @Test(arguments: [("GET", false), ("DELETE", false), ("POST", false), ("PATCH", true), ("GET", true)])
    func nothingIsAddedToAnyMethod(_ method: String, _ hasBody: Bool) throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.answer()
        }
        let request = HTTPRequest(method: method, url: url(server), body: hasBody ? [0x7B, 0x7D] : [])
        _ = try HTTPClient().outcome(of: request)
        let length = hasBody ? "Content-Length: 2\r\n" : method == "POST" ? "Content-Length: 0\r\n" : ""
        #expect(
            seen.requests.withLock { $0 } == [
                "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(length)\r\n\(hasBody ? "{}" : "")"
            ])
    }

    @Test func aConnectionIsKeptForTheNextRequest() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            seen.connections.withLock { $0 += 1 }
            while connection.readRequest() != nil { connection.answer() }
        }
        let client = try HTTPClient()
        let outcomes = try (0..<3).map { _ in
            try client.outcome(of: HTTPRequest(method: "GET", url: url(server)))
        }
        #expect(outcomes.map(\.reusedConnection) == [false, true, true])
        #expect(seen.connections.withLock { $0 } == 1)
        #expect(client.traffic == outcomes.reduce(Traffic()) { $0 + $1.bytes })
    }

    @Test func aKeptConnectionThatTheServerClosedIsReplaced() throws {
        let server = ScriptedServer { connection in
            _ = connection.readRequest()
            connection.answer()
        }
        let client = try HTTPClient()
        for _ in 0..<3 {
            let outcome = try client.outcome(of: HTTPRequest(method: "POST", url: url(server), body: [0x31]))
            #expect(outcome.result.response?.status == 200)
        }
    }

    @Test func requestsRunSideBySide() throws {
        let arrived = Mutex(0)
        let server = ScriptedServer { connection in
            _ = connection.readRequest()
            arrived.withLock { $0 += 1 }
            while arrived.withLock({ $0 }) < 3 { usleep(1000) }
            connection.answer()
        }
        let client = try HTTPClient()
        var done = 0
        for _ in 0..<3 {
            client.start(HTTPRequest(method: "GET", url: url(server)), now: HTTPClient.now) { outcome in
                if outcome.result.response?.status == 200 { done += 1 }
            }
        }
        #expect(client.drive())
        #expect(done == 3)
    }

    @Test func aCompletionMayStartTheNextRequest() throws {
        let server = ScriptedServer { connection in
            while connection.readRequest() != nil { connection.answer() }
        }
        let client = try HTTPClient()
        let request = HTTPRequest(method: "GET", url: url(server))
        var statuses: [Int] = []
        client.start(request, now: HTTPClient.now) { first in
            statuses.append(first.result.response?.status ?? 0)
            client.start(request, now: HTTPClient.now) { statuses.append($0.result.response?.status ?? 0) }
        }
        #expect(client.drive())
        #expect(statuses == [200, 200])
    }

    @Test func aCancelledRequestIsNeverHeardOfAgain() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.waitForClose()
        }
        let client = try HTTPClient()
        var called = false
        let handle = client.start(HTTPRequest(method: "GET", url: url(server)), now: HTTPClient.now) { _ in
            called = true
        }
        client.drive { !seen.requests.withLock { $0.isEmpty } }
        client.cancel(handle)
        #expect(client.pending == 0)
        client.serve(ready: [], now: HTTPClient.now.advanced(by: 100_000))
        #expect(!called)
    }

    @Test func aClientMayGoWithRequestsUnderWay() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.waitForClose()
        }
        var client: HTTPClient? = try HTTPClient()
        client?.start(HTTPRequest(method: "GET", url: url(server)), now: HTTPClient.now) { _ in }
        client?.drive { !seen.requests.withLock { $0.isEmpty } }
        client = nil
    }

    @Test func aRedirectIsAnAnswerAndNotFollowed() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            while let request = connection.readRequest() {
                seen.add(request)
                connection.answer(302, "", headers: ["Location: /elsewhere", "Set-Cookie: a=b"])
            }
        }
        let client = try HTTPClient()
        for _ in 0..<2 {
            let outcome = try client.outcome(of: HTTPRequest(method: "GET", url: url(server)))
            #expect(outcome.result.response?.status == 302)
        }
        let requests = seen.requests.withLock { $0 }
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.hasPrefix("GET / ") && !$0.contains("ookie") })
    }

    @Test func anInterimAnswerDoesNotCount() throws {
        let server = ScriptedServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
            connection.answer(200, "{}", headers: ["X-Late: yes"])
        }
        let response = try HTTPClient().outcome(of: HTTPRequest(method: "GET", url: url(server))).result.response
        #expect(response?.status == 200)
        #expect(response?.headers.map(\.name) == ["X-Late", "Content-Length"])
    }
}

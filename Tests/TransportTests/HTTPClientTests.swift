import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Transport

/// Plain HTTP/1.1 against a server that does what each test says.
@Suite(.timeLimit(.minutes(10)))
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

    /// False under an emulator of programs, which hands on four bytes of TCP_INFO.
    private static let kernelCountsBytes: Bool = {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var information = [UInt8](repeating: 0, count: 256)
        var size = socklen_t(information.count)
        return getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &size) == 0 && size > 4
    }()

    @Test(.enabled(if: kernelCountsBytes, "needs a kernel that counts the bytes of a connection"))
    func aRequestIsSentByteForByte() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.answer(200, #"{"ok":true}"#, headers: Self.headers)
            // Its end would count as one more byte.
            connection.waitForClose()
        }
        let request = HTTPRequest(
            method: "POST", url: url(server, "/a/../b%2Fc?d=e"),
            headers: [HTTPHeader("content-type", "application/json"), HTTPHeader("x-empty", "")],
            body: Array("{\"a\":\"é\0\"}".utf8))
        let client = try HTTPClient()
        let response = try #require(try client.result(of: request).response)
        #expect(response.status == 200)
        #expect(response.body == Array(#"{"ok":true}"#.utf8))
        #expect(response.header("x-one") == "a")
        #expect(response.header("X-TWO") == "b c")
        #expect(response.header("x-empty") == "")
        let sent = seen.requests.withLock { $0.first } ?? ""
        #expect(
            sent == "POST /a/../b%2Fc?d=e HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                + "content-type: application/json\r\nx-empty:\r\nContent-Length: 11\r\n\r\n{\"a\":\"é\0\"}")
        #expect(client.traffic == Traffic(sent: Int64(sent.utf8.count), received: Int64(Self.head.utf8.count + 11)))
    }

    @Test(arguments: [("GET", false), ("DELETE", false), ("POST", false), ("PATCH", true), ("GET", true)])
    func nothingIsAddedToAnyMethod(_ method: String, _ hasBody: Bool) throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            connection.readRequest().map(seen.add)
            connection.answer()
        }
        let request = HTTPRequest(method: method, url: url(server), body: hasBody ? [0x7B, 0x7D] : [])
        _ = try HTTPClient().result(of: request)
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
        for _ in 0..<3 { _ = try client.result(of: HTTPRequest(method: "GET", url: url(server))) }
        #expect(seen.connections.withLock { $0 } == 1)
    }

    /// A handle of libcurl serves one request after the other: nothing of one may show in the next.
    @Test func eachRequestIsSentAsItIsWhateverWentBefore() throws {
        let seen = Seen()
        let server = ScriptedServer { connection in
            while let request = connection.readRequest() {
                seen.add(request)
                connection.answer(200, request.hasPrefix("POST") ? "posted" : "")
            }
        }
        let client = try HTTPClient()
        let requests = [
            HTTPRequest(
                method: "POST", url: url(server, "/long"), headers: [HTTPHeader("x-a", "1")], body: [0x31, 0x32]),
            HTTPRequest(method: "POST", url: url(server, "/short"), headers: [HTTPHeader("x-b", "2")], body: [0x33]),
            HTTPRequest(method: "GET", url: url(server, "/get")),
            HTTPRequest(method: "POST", url: url(server, "/empty")),
        ]
        let bodies = try requests.map { try client.result(of: $0).response?.body ?? [] }
        #expect(bodies == [Array("posted".utf8), Array("posted".utf8), [], Array("posted".utf8)])
        let host = "Host: 127.0.0.1:\(server.port)\r\n"
        #expect(
            seen.requests.withLock { $0 } == [
                "POST /long HTTP/1.1\r\n\(host)x-a: 1\r\nContent-Length: 2\r\n\r\n12",
                "POST /short HTTP/1.1\r\n\(host)x-b: 2\r\nContent-Length: 1\r\n\r\n3",
                "GET /get HTTP/1.1\r\n\(host)\r\n",
                "POST /empty HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n",
            ])
    }

    @Test func aKeptConnectionThatTheServerClosedIsReplaced() throws {
        let server = ScriptedServer { connection in
            _ = connection.readRequest()
            connection.answer()
        }
        let client = try HTTPClient()
        for _ in 0..<3 {
            let result = try client.result(of: HTTPRequest(method: "POST", url: url(server), body: [0x31]))
            #expect(result.response?.status == 200)
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
            client.start(HTTPRequest(method: "GET", url: url(server)), now: HTTPClient.now) { result in
                if result.response?.status == 200 { done += 1 }
            }
        }
        #expect(client.drive { done == 3 })
    }

    @Test func aCompletionMayStartTheNextRequest() throws {
        let server = ScriptedServer { connection in
            while connection.readRequest() != nil { connection.answer() }
        }
        let client = try HTTPClient()
        let request = HTTPRequest(method: "GET", url: url(server))
        var statuses: [Int] = []
        client.start(request, now: HTTPClient.now) { first in
            statuses.append(first.response?.status ?? 0)
            client.start(request, now: HTTPClient.now) { statuses.append($0.response?.status ?? 0) }
        }
        #expect(client.drive { statuses == [200, 200] })
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
            let result = try client.result(of: HTTPRequest(method: "GET", url: url(server)))
            #expect(result.response?.status == 302)
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
        let response = try HTTPClient().result(of: HTTPRequest(method: "GET", url: url(server))).response
        #expect(response?.status == 200)
        #expect(response?.headers.map(\.name) == ["X-Late", "Content-Length"])
    }
}

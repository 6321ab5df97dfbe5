import CCurl
import TestSupport
import Testing

@testable import Transport

/// What goes wrong without TLS: each is the right kind, and its sentence names the host.
@Suite(.timeLimit(.minutes(10)))
struct TransportFailureTests {
    private func failure(
        _ options: RequestOptions = RequestOptions(), body: [UInt8] = [],
        _ script: @escaping @Sendable (LoopbackConnection) -> Void
    ) throws -> TransportFailure? {
        let server = ScriptedServer(script)
        let url = "http://127.0.0.1:\(server.port)/"
        let request = HTTPRequest(method: body.isEmpty ? "GET" : "POST", url: url, body: body)
        let failure = try HTTPClient().result(of: request, options: options).failure
        #expect(failure == nil || failure?.message.contains("127.0.0.1:\(server.port)") == true)
        return failure
    }

    @Test func aConnectionCutBeforeTheAnswer() throws {
        #expect(try failure { _ = $0.readRequest() }?.kind == .cut)
    }

    @Test func aConnectionResetBeforeTheAnswer() throws {
        let failure = try failure {
            _ = $0.readRequest()
            $0.resetAtEnd()
        }
        #expect(failure?.kind == .cut)
    }

    @Test func aConnectionCutInsideTheBody() throws {
        let failure = try failure {
            _ = $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"Errors\":[")
        }
        #expect(failure?.kind == .cut)
    }

    @Test func aConnectionCutInsideTheHead() throws {
        let failure = try failure {
            _ = $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\nContent-Le")
        }
        #expect(failure?.kind == .cut)
    }

    @Test func aBodyAnnouncedOrSentBeyondTheBound() throws {
        var options = RequestOptions()
        options.maximumResponseSize = 1000
        let announced = try failure(options) {
            _ = $0.readRequest()
            $0.answer(200, String(repeating: "x", count: 1001))
        }
        let endless = try failure(options) {
            _ = $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<100 { $0.send("64\r\n" + String(repeating: "x", count: 100) + "\r\n") }
        }
        let fitting = try failure(options) {
            _ = $0.readRequest()
            $0.answer(200, String(repeating: "x", count: 1000))
        }
        #expect(announced?.kind == .tooLarge)
        #expect(endless?.kind == .tooLarge)
        #expect(endless?.message.contains("1000 bytes") == true)
        #expect(fitting == nil)
    }

    @Test func endlessHeaders() throws {
        let failure = try failure {
            _ = $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\n")
            for number in 0..<2000 { $0.send("X-\(number): " + String(repeating: "x", count: 100) + "\r\n") }
        }
        #expect(failure?.kind == .tooLarge)
    }

    @Test func aServerThatNeverAnswers() throws {
        var options = RequestOptions()
        options.timeout = 200
        let failure = try failure(options) {
            _ = $0.readRequest()
            $0.waitForClose()
        }
        #expect(failure?.kind == .timeout, "\(failure?.message ?? "no failure")")
    }

    @Test func anAnswerThatStallsHalfway() throws {
        var options = RequestOptions()
        options.stallTimeout = 1000
        let failure = try failure(options) {
            _ = $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
            $0.waitForClose()
        }
        #expect(failure?.kind == .timeout)
    }

    @Test func aPeerThatDoesNotSpeakHTTP() throws {
        let failure = try failure {
            _ = $0.readRequest()
            $0.send("SSH-2.0-OpenSSH_9.2\r\n")
        }
        #expect(failure?.kind == .other)
    }

    @Test func aPortWithoutListener() throws {
        let silent = LoopbackSocket(listens: false)
        let port = silent.port
        let failure = try HTTPClient().result(of: HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/"))
            .failure
        #expect(failure?.kind == .connect)
        #expect(failure?.message.contains("127.0.0.1:\(port)") == true)
    }

    @Test func aNameThatDoesNotExist() throws {
        // A part of a name has 63 characters at most: no name server is asked, which might not answer for long.
        let host = String(repeating: "x", count: 64) + ".invalid"
        let failure = try HTTPClient().result(of: HTTPRequest(method: "GET", url: "http://\(host)/")).failure
        #expect(failure?.kind == .resolve)
        #expect(failure?.message.contains(host) == true)
    }

    @Test func aPlainServerWhereTLSIsAskedFor() throws {
        let server = ScriptedServer {
            $0.answer(400, "")
            $0.waitForClose()
        }
        let url = "https://127.0.0.1:\(server.port)/"
        let failure = try HTTPClient().result(of: HTTPRequest(method: "GET", url: url)).failure
        #expect(failure?.kind == .tls)
    }

    @Test(arguments: [
        "", "nonsense://x", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "https://u:p@127.0.0.1/",
    ])
    func aURLThatIsNotForUs(_ url: String) throws {
        let result = try HTTPClient().result(of: HTTPRequest(method: "GET", url: url))
        #expect(result.failure?.kind == .other || result.failure?.kind == .resolve)
        #expect(result.failure?.message.contains(":p@") == false)
    }

    @Test func aHeaderThatWouldSmuggleAnother() throws {
        for header in [
            HTTPHeader("a", "b\r\nc: d"), HTTPHeader("a\nb", "c"), HTTPHeader("", "c"), HTTPHeader("a", "\0"),
        ] {
            let request = HTTPRequest(method: "GET", url: "http://127.0.0.1:1/", headers: [header])
            #expect(try HTTPClient().result(of: request).failure?.kind == .other)
        }
    }

    @Test func everySentenceNamesTheHostAndTheCodeOfLibcurl() throws {
        let evidence = FailureEvidence(
            host: "tracker.example", options: RequestOptions(), text: "", verifyResult: 0, tooLarge: false,
            resolved: true, connected: true)
        for code in 1...99 {
            let failure = TransportFailure(CURLcode(rawValue: UInt32(code)), evidence)
            #expect(failure.message.contains("tracker.example"))
            #expect(failure.message.contains("libcurl \(code):"))
        }
    }
}

import JSON
import Positioning
import Signing

@testable import LocalTracker

/// A request to waypost-tracker: the lines of its head, an empty line, its body. It is answered as it is, and once
/// more signed with a key that the tracker knows.
enum TrackerRequest {
    private static let now = UTCTime(seconds: 1_800_000_000)
    private static let secret = "the-secret-of-the-tracker"
    private static let keys = SigningCredentials(accessKeyID: "AKIDWAYPOST", secretAccessKey: secret)

    /// Only one thread of a process tries requests.
    nonisolated(unsafe) private static let service: TrackerService? = {
        guard
            let store = try? TrackerStore(path: ScratchFile.holding([], as: "tracker.db")),
            (try? store.ensure([("all", .none), ("time", .timeBased)], now: now)) != nil
        else { return nil }
        let issuer = CredentialIssuer(identityPools: ["eu-central-1:0a"], roleAliases: ["trackers"])
        let service = TrackerService(store: store, keys: [keys], issuer: issuer)
        service.now = now
        return service
    }()

    static func check(_ input: [UInt8]) throws(Violation) {
        guard let request = request(input) else { return }
        _ = try reply(to: request)
        let signed = signed(request)
        let refusal = try reply(to: signed).headers.first { $0.name == "x-amzn-ErrorType" }?.value
        try demand(refusal != "InvalidSignatureException", "our own signature is refused: \(signed.headers)")
    }

    /// The answer with `faults`, taken back afterwards: every input meets the same trackers.
    static func reply(to request: Request, faults: FaultPlan = FaultPlan()) throws(Violation) -> Answer {
        guard let service else { throw Violation(description: "there is no tracker to ask") }
        defer { service.store.connection.rollBack() }
        service.faults = faults
        let reply = service.reply(to: request)
        _ = HTTPDate.text(reply.date)
        let answer = reply.answer
        try demand((200...599).contains(answer.status), "status \(answer.status)")
        for header in answer.headers {
            let isLine = (header.name + header.value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            try demand(isLine, "a header is not one line: \(header)")
        }
        if faults.isEmpty {
            try demand(answer.status != 500, "the tracker failed")
            let body = try? JSONReader(maximumSize: 64 << 20).read(answer.body)
            try demand(body?.object != nil, "the answer is not a JSON object")
            try demand(!String(decoding: answer.body, as: UTF8.self).contains(secret), "the answer holds the secret")
        }
        return answer
    }

    /// The request as libmicrohttpd would hand it over: no part of its head holds a line end or a NUL.
    private static func request(_ input: [UInt8]) -> Request? {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.isEmpty }
        let words = text(head.first ?? []).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var request = Request(method: String(words[0]), path: String(target.first ?? ""))
        request.query = target.count == 2 ? String(target[1]) : ""
        for line in head.dropFirst() {
            let parts = text(line).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            request.headers.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
        }
        request.body = Array(lines.dropFirst(head.count + 1).joined(separator: [UInt8(ascii: "\n")]))
        if request.header("certificate") != nil { request.peer = { .certified(commonName: "truck") } }
        return request
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.filter { $0 != 0 && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    /// The request with headers that a client sends, and our signature.
    private static func signed(_ request: Request) -> Request {
        var request = request
        let word = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-".utf8)
        request.headers = request.headers.filter { header in
            let name = header.name.lowercased()
            return !name.isEmpty && header.name.utf8.allSatisfy(word.contains) && name != "x-amz-date"
                && name != "x-amz-security-token" && !Signer.neverSigned.contains(name)
        }
        request.headers.append(("Host", "127.0.0.1"))
        var signer = Signer(region: "eu-central-1", service: "geo")
        request.headers += signer.sign(
            method: request.method, path: request.path, query: request.query, headers: request.headers,
            body: request.body, credentials: keys, at: now)
        return request
    }
}

extension FaultPlan {
    /// True if nothing goes wrong by it.
    fileprivate var isEmpty: Bool {
        var plan = self
        return Operation.allCases.allSatisfy { plan.action(for: $0, body: []) == nil }
    }
}

import Foundation

extension LoopbackConnection {
    /// The next HTTP/1.1 request, head and body as they came; nil once the peer has closed.
    public func readRequest() -> String? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound].lowercased()
                let length = head.components(separatedBy: "content-length: ").dropFirst().first
                    .flatMap { Int($0.prefix { $0.isNumber }) }
                if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
            }
            guard let more = received(within: -1) else { return nil }
            bytes += more
        }
    }

    /// Sends an HTTP/1.1 answer with `Content-Length`.
    public func answer(_ status: Int = 200, _ body: String = "{}", headers: [String] = []) {
        let lines = ["HTTP/1.1 \(status) Status"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
        send(lines.joined(separator: "\r\n"))
    }
}

import Foundation

/// One connection of a `ScriptedServer`.
public struct ScriptedConnection: Sendable {
    let descriptor: Int32

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
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = receive(&buffer)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    /// Sends `text` as it is.
    public func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends an HTTP/1.1 answer with `Content-Length`.
    public func answer(_ status: Int = 200, _ body: String = "{}", headers: [String] = []) {
        let lines = ["HTTP/1.1 \(status) Status"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
        send(lines.joined(separator: "\r\n"))
    }

    /// Ends the connection with a reset instead of in order.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the peer closes.
    public func waitForClose() {
        var byte: [UInt8] = [0]
        while receive(&byte) > 0 {}
    }

    private func receive(_ buffer: inout [UInt8]) -> Int {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

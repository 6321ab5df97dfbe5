import Foundation
import Glibc
import Testing

/// A client's connection that reads HTTP answers one by one.
final class HTTPConnection {
    struct Response: Equatable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    private let fd: Int32
    private unowned let served: ServedTracker
    private var received: [UInt8] = []
    private(set) var isClosed = false

    init(port: UInt16, served: ServedTracker) {
        self.served = served
        fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0, "connect failed: errno \(errno)")
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(fd)
    }

    /// Sends all of `bytes`, serving the tracker where its buffers are full.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        _ = served.serve(
            until: {
                let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if count > 0 { rest = rest.dropFirst(count) }
                return rest.isEmpty || (count < 0 && errno != EAGAIN)
            }, alongside: fd)
    }

    /// The next answer; nil if the connection ended before it was whole.
    func next() -> Response? {
        var response: Response?
        let isInTime = served.serve(
            until: {
                read()
                response = parse()
                return response != nil || isClosed
            }, alongside: fd)
        #expect(isInTime, "no answer in 10 s")
        return response
    }

    /// Waits for the end of the connection. False if it did not come.
    func waitForEnd() -> Bool {
        served.serve(
            until: {
                read()
                return isClosed
            }, alongside: fd)
    }

    /// What has arrived by now and was not taken as an answer.
    var leftover: String {
        read()
        return String(decoding: received, as: UTF8.self)
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !isClosed {
            let count = recv(fd, &chunk, chunk.count, 0)
            if count > 0 {
                received += chunk[..<count]
            } else if count == 0 || errno != EAGAIN {
                isClosed = true
            } else {
                return
            }
        }
    }

    private func parse() -> Response? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard received.count >= end.upperBound + length else { return nil }
        let body = received[end.upperBound..<end.upperBound + length]
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        let response = Response(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
        received.removeFirst(end.upperBound + length)
        return response
    }
}

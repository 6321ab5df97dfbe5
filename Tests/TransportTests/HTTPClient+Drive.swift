import Glibc
import Positioning
import Testing

@testable import Transport

extension HTTPClient {
    /// CLOCK_BOOTTIME.
    static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Plays the outer loop until `isDone`; false after `limit` milliseconds.
    @discardableResult
    func drive(limit: Int64 = 30_000, until isDone: () -> Bool) -> Bool {
        let end = Self.now.advanced(by: limit)
        while !isDone() {
            let now = Self.now
            guard now < end else { return false }
            var polled = sockets.map { socket in
                let events = (socket.reading ? POLLIN : 0) | (socket.writing ? POLLOUT : 0)
                return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
            }
            let wait = max(0, (deadline ?? end).since(now))
            poll(&polled, nfds_t(polled.count), Int32(min(wait, end.since(now))))
            let ready = polled.filter { $0.revents != 0 }.map { entry in
                let failed = Int32(entry.revents) & (POLLERR | POLLHUP) != 0
                return PolledSocket(
                    descriptor: entry.fd, reading: failed || Int32(entry.revents) & POLLIN != 0,
                    writing: failed || Int32(entry.revents) & POLLOUT != 0)
            }
            serve(ready: ready, now: Self.now)
        }
        return true
    }

    /// Carries one request out.
    func result(
        of request: HTTPRequest, options: RequestOptions = RequestOptions()
    ) throws -> Result<HTTPResponse, TransportFailure> {
        var result: Result<HTTPResponse, TransportFailure>?
        start(request, options: options, now: Self.now) { result = $0 }
        drive { result != nil }
        return try #require(result, "no result in time")
    }
}

extension Result where Success == HTTPResponse, Failure == TransportFailure {
    var response: HTTPResponse? {
        try? get()
    }

    var failure: TransportFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

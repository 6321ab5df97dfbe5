import Foundation

@testable import Runtime

/// A control socket that is served by a thread of its own until the value goes.
final class Answering {
    /// Reaches the server also when the folder of its socket is gone.
    private let client: DatagramSocket
    private let done = DispatchSemaphore(value: 0)

    init(_ path: String, answer: @escaping @Sendable (String) -> String?) throws {
        client = try DatagramSocket()
        let ready = DispatchSemaphore(value: 0)
        let done = done
        Thread.detachNewThread {
            defer { done.signal() }
            guard let loop = try? EventLoop(clock: SystemClock()) else { return }
            let server = try? ControlServer(program: "test", path: path) { request in
                if request == "end" { loop.stop() }
                return request == "end" ? "bye" : answer(request)
            }
            ready.signal()
            guard let server else { return }
            loop.add(server)
            try? loop.run()
        }
        ready.wait()
        _ = client.connect(try UnixAddress(path: path))
    }

    deinit {
        while client.send("end") == EAGAIN { sched_yield() }
        done.wait()
    }
}

import Foundation
import Positioning
import Runtime
import Testing

@Suite(.timeLimit(.minutes(10))) struct SignalSourceTests {
    /// Signals belong to the thread that blocks them, so the loop runs in one of its own and signals itself.
    @Test func signalsArriveThroughTheLoop() {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var seen: [Signal] = []
        Thread.detachNewThread {
            defer { done.signal() }
            var set = sigset_t()
            sigemptyset(&set)
            for number in [SIGTERM, SIGHUP, SIGUSR1] { sigaddset(&set, number) }
            pthread_sigmask(SIG_BLOCK, &set, nil)
            guard let loop = try? EventLoop(clock: SystemClock()) else { return }
            let source = try? SignalSource { signal in
                seen.append(signal)
                if signal == .terminate { loop.stop() }
            }
            guard let source else { return }
            loop.add(source)
            for number in [SIGHUP, SIGUSR1] {
                pthread_kill(pthread_self(), number)
                try? loop.turn()
            }
            pthread_kill(pthread_self(), SIGTERM)
            try? loop.run()
        }
        done.wait()
        #expect(seen == [.hangUp, .user1, .terminate])
    }
}

import Glibc
import Positioning

/// The one place where a process waits: a single poll(2) over the descriptors of all sources, with a timer for the
/// nearest of their deadlines.
///
/// Nothing wakes the process but a ready descriptor or a deadline that has come.
public final class EventLoop {
    private let clock: any MachineClock
    private let timer: LoopTimer
    private var sources: [any PollSource] = []
    private var descriptors: [PollDescriptor] = []
    private var ends: [Int] = []
    private var isStopped = false

    /// A loop without sources. Fails only if the kernel gives no timer.
    public init(clock: any MachineClock) throws(RuntimeError) {
        self.clock = clock
        timer = try LoopTimer()
    }

    /// Adds a source for the life of the loop. Sources are served in the order in which they were added.
    public func add(_ source: any PollSource) {
        sources.append(source)
    }

    /// Ends `run` after the source that is being served.
    public func stop() {
        isStopped = true
    }

    /// Waits and serves until `stop` is called.
    public func run() throws(RuntimeError) {
        while !isStopped {
            try turn()
        }
    }

    /// One round: waits until something is ready or due, and serves it.
    public func turn() throws(RuntimeError) {
        let nearest = collect()
        let now = clock.bootTime
        let isDue = nearest.map { $0 <= now } ?? false
        if !isDue { try timer.arm(nearest, now: now) }
        try wait(timeout: isDue ? 0 : -1)
        serve(now: clock.bootTime)
    }

    /// Asks every source for its descriptors; the nearest of their deadlines.
    private func collect() -> BootTime? {
        descriptors.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        descriptors.append(PollDescriptor(fd: timer.fd, wantsRead: true))
        var nearest: BootTime?
        for source in sources {
            source.appendDescriptors(to: &descriptors)
            ends.append(descriptors.count)
            if let deadline = source.deadline, nearest.map({ deadline < $0 }) ?? true { nearest = deadline }
        }
        return nearest
    }

    private func wait(timeout: Int32) throws(RuntimeError) {
        let count = nfds_t(descriptors.count)
        let result = descriptors.withUnsafeMutableBytes { bytes in
            poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), count, timeout)
        }
        // A stop and continue from the shell may interrupt poll; nothing is ready then.
        guard result >= 0 || errno == EINTR else { throw .system("cannot wait in poll", errno) }
    }

    private func serve(now: BootTime) {
        var start = 1
        for (source, end) in zip(sources, ends) where !isStopped {
            let ready = descriptors[start..<end]
            start = end
            let isDue = source.earliest.map { $0 <= now } ?? false
            if isDue || ready.contains(where: \.isReady) {
                source.serve(ready: ready, now: now)
            }
        }
    }
}

import Positioning

/// The one place where a process waits: a single poll(2) over the descriptors of all sources, with a timer for the
/// nearest of their deadlines.
///
/// Nothing wakes the process but a ready descriptor or a deadline that has come.
public final class EventLoop {
    private let clock: any MachineClock
    private let timer: LoopTimer
    private var sources: [any PollSource] = []
    private var round = PollRound()
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
        let sources = sources
        let nearest = round.collect(from: sources, timer: timer)
        let now = clock.bootTime
        let isDue = nearest.map { $0 <= now } ?? false
        if !isDue { try timer.arm(nearest, now: now) }
        try round.wait(timeout: isDue ? 0 : -1)
        serve(sources, now: clock.bootTime)
    }

    private func serve(_ sources: [any PollSource], now: BootTime) {
        for (index, source) in sources.enumerated() where !isStopped {
            let isDue = source.earliest.map { $0 <= now } ?? false
            if isDue || round.isReady(index) {
                source.serve(ready: round.descriptors(of: index), now: now)
            }
        }
    }
}

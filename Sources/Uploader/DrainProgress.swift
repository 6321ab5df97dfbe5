import Positioning
import Runtime

/// How far a drain is, once a second.
final class DrainProgress: PollSource {
    /// Milliseconds between two looks; a drain that takes less shows nothing.
    private static let period: Int64 = 1000

    private let stores: Stores
    private let settled: () -> Int64
    private let began: BootTime
    private var progress: Progress
    private var next: BootTime
    private var total: Int64?

    /// The progress of a drain that begins now. `settled` says how many positions it has delivered, or had refused.
    init(_ stores: Stores, clock: any MachineClock, settled: @escaping () -> Int64) {
        self.stores = stores
        self.settled = settled
        began = clock.bootTime
        progress = Progress(UploaderProgram.name, clock: clock, streams: false)
        next = began.advanced(by: Self.period)
    }

    var deadline: BootTime? { next }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        next = now.advanced(by: Self.period)
        let settled = self.settled()
        // To count what waits takes time: once is enough.
        if total == nil { total = stores.outbox.backlog.map { $0.count + settled } }
        guard let total, total > 0 else { return }
        let text = Self.text(settled: settled, total: total, milliseconds: now.since(began))
        progress.show(text, part: Double(settled) / Double(total))
    }

    /// Takes the line away: for what is written next, and at the end.
    func clear() { progress.end() }

    /// What is done, and how long the rest takes at that pace.
    static func text(settled: Int64, total: Int64, milliseconds: Int64) -> String {
        let words = "\(settled) of \(total) positions"
        guard settled > 0, settled < total else { return words }
        let seconds = Double(milliseconds) / 1000 * Double(total - settled) / Double(settled)
        let left = seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int(seconds / 60)) min"
        return "\(words), about \(left) left"
    }
}

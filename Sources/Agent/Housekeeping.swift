import Outbox
import Positioning

/// What has to be done to an outbox from time to time: copy what the uploader settled, delete what is old, stay below
/// the size. Each run is bounded; what is left over follows in the next.
struct Housekeeping {
    /// Milliseconds between two runs: a low-water mark that is this old costs, when `delivery.db` is lost, the
    /// repetition of what was delivered since, and each copy is a commit.
    static let period: Int64 = 300_000
    /// Milliseconds until the next run when this one left something over.
    static let pause: Int64 = 200
    /// Steps that one write makes at most that found no room.
    static let urgentSteps = 8
    /// Rows of a look at what the uploader reads next: several of its pages.
    private static let look = 256

    /// Milliseconds before its time in which a usual run goes along with what else is done.
    static let leeway: Int64 = 10_000

    /// When the next run is due; nil before the outbox was opened.
    private(set) var next: BootTime?
    /// From when on it may go along with something else.
    private(set) var earliest: BootTime?
    /// What the uploader settled beyond the low-water mark, as of the last look.
    private var resolved = IDRanges()
    private var losses = Losses()

    /// The next run is due at `time`, and not before.
    mutating func runNext(at time: BootTime) {
        (earliest, next) = (time, time)
    }

    /// One run. `time` is the steady time, nil while there is none: then nothing is deleted for its age.
    mutating func run(
        on writer: OutboxWriter, delivery path: String, now: BootTime, time: UTCTime?,
        _ report: (RecorderEvent) -> Void
    ) throws(OutboxError) {
        let usual = now.advanced(by: Self.leeway).next(multipleOf: Self.period)
        (earliest, next) = (usual.advanced(by: -Self.leeway), usual)
        writer.heedDisk()
        var isMoreToDo = try acknowledge(writer, path, report)
        try lookAhead(writer)
        isMoreToDo = try writer.prune(now: time) > 0 || isMoreToDo
        if let time {
            let old = try writer.shedByAge(now: time, resolved: resolved)
            losses.add(old, .age)
            isMoreToDo = old > 0 || isMoreToDo
        }
        let step = try writer.makeRoom(resolved: resolved)
        losses.add(step)
        isMoreToDo = step != .nothing || isMoreToDo
        if isMoreToDo {
            runNext(at: now.advanced(by: Self.pause))
        } else if Ballast(of: writer.path, limits: writer.limits).make() {
            report(.ballast(isInPlace: true))
        }
        losses.tell(isAll: !isMoreToDo, now: now, report)
    }

    /// Makes room for a write that found none: steps until one has freed something. `mayDrop` says that what waits in
    /// RAM is in danger; then the oldest fixes go if thinning does not find any soon enough.
    mutating func makeRoom(in writer: OutboxWriter, mayDrop: Bool) throws(OutboxError) {
        for _ in 0..<Self.urgentSteps {
            let step = try writer.makeRoom(resolved: resolved, isUrgent: true)
            losses.add(step)
            if step == .nothing || step.hasFreed { return }
        }
        if mayDrop { losses.add(try writer.dropOldest(resolved: resolved)) }
    }

    /// Reads what the uploader reads next, as it does: from the disk. What this process remembers of a page may be sound
    /// while the page is not; then nothing but this would find it, and the uploader would wait for ever.
    private func lookAhead(_ writer: OutboxWriter) throws(OutboxError) {
        do throws(OutboxError) {
            let reader = try OutboxReader(path: writer.path)
            _ = try reader.fixes(after: resolved.lowWater(above: writer.lowWater), limit: Self.look)
        } catch {
            guard case .damaged = error else { return }
            throw error
        }
    }

    /// Copies the low-water mark; true if there is more. A file that is not ready is looked at next time.
    private mutating func acknowledge(
        _ writer: OutboxWriter, _ path: String, _ report: (RecorderEvent) -> Void
    ) throws(OutboxError) -> Bool {
        let delivery: DeliveryReader
        do {
            delivery = try DeliveryReader(path: path)
            resolved = try delivery.resolved(in: writer.generation)
        } catch {
            if case .notReady = error { return false }
            report(.deliveryUnreadable(error))
            return false
        }
        let acknowledgement = try writer.acknowledge(delivery)
        switch acknowledgement {
        case .nothing, .otherGeneration: return false
        case .advanced(let more):
            report(.acknowledged(acknowledgement))
            return more
        case .begunAnew:
            resolved = IDRanges()
            report(.acknowledged(acknowledgement))
            return false
        case .unreadable(let error):
            report(.deliveryUnreadable(error))
            return false
        }
    }
}

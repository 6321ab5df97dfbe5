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

    /// When the next run is due; nil before the outbox was opened.
    var next: BootTime?
    /// What the uploader settled beyond the low-water mark, as of the last look.
    private var resolved = IDRanges()

    /// One run. `time` is the trusted time, nil while there is none: then nothing is deleted for its age.
    mutating func run(
        on writer: OutboxWriter, delivery path: String, now: BootTime, time: UTCTime?,
        _ report: (Recorder.Event) -> Void
    ) throws(OutboxError) {
        next = now.advanced(by: Self.period)
        var isMoreToDo = try acknowledge(writer, path, report)
        if let time {
            isMoreToDo = try writer.prune(now: time) > 0 || isMoreToDo
            let shed = try writer.shedByAge(now: time, resolved: resolved)
            if shed > 0 { report(.shed(shed, .age)) }
            isMoreToDo = shed > 0 || isMoreToDo
        }
        isMoreToDo = try makeRoom(in: writer, report) || isMoreToDo
        if isMoreToDo { next = now.advanced(by: Self.pause) }
    }

    /// Brings an outbox that is too large a step nearer to its size; true if there was something to do.
    @discardableResult
    func makeRoom(in writer: OutboxWriter, _ report: (Recorder.Event) -> Void) throws(OutboxError) -> Bool {
        let before = writer.counters.shed[ShedCause.size.rawValue, default: 0]
        let deleted = try writer.shedBySize(resolved: resolved)
        let shed = writer.counters.shed[ShedCause.size.rawValue, default: 0] - before
        if shed > 0 { report(.shed(Int(shed), .size)) }
        return deleted > 0
    }

    /// Copies the low-water mark; true if there is more. A file that is not ready is looked at next time.
    private mutating func acknowledge(
        _ writer: OutboxWriter, _ path: String, _ report: (Recorder.Event) -> Void
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
        }
    }
}

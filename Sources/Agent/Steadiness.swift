import Outbox
import Positioning

/// Tells from when on fixes may be deleted for their age: once the receiver's time has gone on for an hour. One that is
/// jammed, or cold, may for a while be of one mind with itself about a wrong year.
///
/// The hour may be made of many short trips: a boot goes on from the one before if its time follows the last one then
/// within half of `max-age`, so that no such step makes a young fix an old one. But what others have proven says nothing
/// of the first minutes of a boot, when a receiver is most often wrong. A synchronised system clock that agrees is as
/// good as the hour.
struct Steadiness {
    /// Milliseconds.
    static let needed: Int64 = 3_600_000
    /// Milliseconds after which a time is taken note of, so that a receiver that is wrong for a moment after it starts
    /// spoils nothing.
    static let notice: Int64 = 60_000
    /// Milliseconds that the time of a boot has to go on by itself before that of earlier boots counts: within 12.5 minutes
    /// of sky a receiver has heard all that the satellites say of the date.
    static let ownShare: Int64 = 750_000
    /// Milliseconds that a box may always stand still between two trips.
    private static let shortStop: Int64 = 86_400_000

    /// What earlier boots have proven.
    private let earlier: ProvenTime?
    /// The time that goes on now: since when, for how long in earlier boots, and whether a clock has ever agreed.
    private var run: (since: BootTime, before: Int64, isConfirmed: Bool)?

    /// In a process that finds `earlier` in the outbox when it starts.
    init(after earlier: ProvenTime? = nil) {
        self.earlier = earlier
    }

    /// Takes note of `time` for the next commit to `writer`, and returns it if it is steady.
    mutating func record(_ time: TrustedTime?, now: BootTime, in writer: OutboxWriter) -> UTCTime? {
        guard let time else { return nil }
        let lasted = now.since(time.since)
        var (before, isConfirmed) = (run?.before ?? 0, run?.isConfirmed ?? false)
        if run?.since != time.since {
            (before, isConfirmed) = (proven(before: time.now.advanced(by: -lasted), writer.limits), false)
        }
        isConfirmed = isConfirmed || time.isConfirmed
        run = (time.since, before, isConfirmed)
        let duration = isConfirmed ? Self.needed : min(Self.needed, before + lasted)
        if lasted >= Self.notice { note(ProvenTime(latest: time.now, duration: duration), in: writer) }
        let isSteady = isConfirmed || duration >= Self.needed && lasted >= Self.ownShare
        return isSteady ? time.now : nil
    }

    private func proven(before start: UTCTime, _ limits: OutboxLimits) -> Int64 {
        guard let earlier else { return 0 }
        let step = -Self.notice...max(limits.maxAge / 2, Self.shortStop)
        return step.contains(start.since(earlier.latest)) ? earlier.duration : 0
    }

    /// What differs by less than a minute is left as it is.
    private func note(_ proven: ProvenTime, in writer: OutboxWriter) {
        if let known = writer.provenTime, abs(known.latest.since(proven.latest)) < Self.notice { return }
        writer.provenTime = proven
    }
}

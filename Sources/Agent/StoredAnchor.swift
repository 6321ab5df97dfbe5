import JSON
import Positioning
import Receiver
import Runtime

/// Trust in the time, kept over a restart of the agent by its own `state.json`.
enum StoredAnchor {
    /// The anchor that the state at `path` vouches for; nil if there is none, its time was not trusted, or it claims to
    /// be of later than `now`.
    static func read(_ path: String, now: BootTime) -> TimeAnchor? {
        guard let text = try? TextFile.read(path), let state = try? JSONReader().read(text),
            state["time_trust"]?.string == TimeTrust.trusted.rawValue,
            let bootID = state["boot_id"]?.string, let boot = state["boot_ms"]?.integer,
            boot >= 0, boot <= now.milliseconds,
            let time = state["gnss_time"]?.string.flatMap({ UTCTime(iso8601: $0) })
        else { return nil }
        return TimeAnchor(bootID: bootID, boot: BootTime(milliseconds: boot), utc: time)
    }
}

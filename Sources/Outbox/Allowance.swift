import Positioning

/// How many bytes an outbox may take at the moment: what the settings allow, or what the disk can give if that is less.
struct Allowance: Equatable {
    /// For the file and its WAL together.
    let bytes: Int64
    /// Above this, fixes are shed: what is left is for the commits until the next look.
    let comfortable: Int64

    /// What the settings allow.
    init(_ limits: OutboxLimits) {
        bytes = limits.maxSize
        comfortable = limits.maxSize / 10 * 9
    }

    /// `taken` is what file and WAL take now, `free` what they may take besides; of all that the disk gives, `slack` is
    /// for the commits until the next look.
    init(_ limits: OutboxLimits, taken: Int64, free: Int64, slack: Int64) {
        let settings = Allowance(limits)
        let disk = taken.clampedSum(free)
        bytes = min(settings.bytes, disk)
        comfortable = min(settings.comfortable, disk - min(disk / 10, slack))
    }

    /// Bytes that are set aside for the WAL: what it needs, and never more than a quarter.
    var journalSize: Int64 { min(StoreFile.journalLimit, bytes / 4) }
}

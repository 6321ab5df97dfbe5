import Positioning

/// Notices that no epoch comes any more: gpsd does not report that a receiver fell silent, and the last place must not
/// pass for the present one.
struct FixWatch {
    private var lastEpoch: BootTime?
    private var isSaid = false
    private var lost: Set<String> = []

    /// When `isSilent` becomes true, unless an epoch comes.
    func deadline(silence: Int64) -> BootTime? {
        isSaid ? nil : lastEpoch?.advanced(by: silence)
    }

    /// A report of an epoch came from `device`.
    mutating func heard(from device: String, now: BootTime) {
        lastEpoch = now
        isSaid = false
        if !lost.isEmpty { lost.remove(device) }
    }

    /// True once for every silence of at least `silence` milliseconds; the first call begins the first one.
    mutating func fellSilent(silence: Int64, now: BootTime) -> Bool {
        guard let lastEpoch else {
            self.lastEpoch = now
            return false
        }
        guard !isSaid, now.since(lastEpoch) >= silence else { return false }
        isSaid = true
        return true
    }

    /// True if it was not said since the last report of `device` that gpsd lost it: gpsd says so more than once.
    mutating func lose(_ device: String) -> Bool {
        lost.insert(device).inserted
    }
}

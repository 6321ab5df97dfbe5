import Positioning

/// One look at both clocks of the machine.
public struct ClockReading: Equatable, Sendable {
    /// For spans.
    public var boot: BootTime
    /// For what others date: corrected as far as it can be, and perhaps wrong all the same.
    public var utc: UTCTime

    /// A look at both clocks.
    public init(boot: BootTime, utc: UTCTime) {
        self.boot = boot
        self.utc = utc
    }
}

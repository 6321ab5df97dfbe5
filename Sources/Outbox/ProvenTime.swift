import Positioning

/// How long the receiver's time has gone on as it should, over the boots of a box.
public struct ProvenTime: Equatable, Sendable {
    /// The last of it.
    public var latest: UTCTime
    /// Milliseconds that it went on for.
    public var duration: Int64

    /// So long, up to `latest`.
    public init(latest: UTCTime, duration: Int64) {
        (self.latest, self.duration) = (latest, duration)
    }
}

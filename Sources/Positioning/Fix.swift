/// What the receiver knew at one instant: one epoch, already one value however many reports carried it.
///
/// A missing or non-finite number of the receiver is nil here; nothing else is filtered, so that Sampling can say
/// why it drops a fix.
public struct Fix: Equatable, Sendable {
    /// When the receiver was there, in UTC, from the receiver itself.
    public var sampleTime: UTCTime
    /// When the epoch reached this machine.
    public var received: BootTime
    /// How much of a position this is.
    public var mode: FixMode
    /// Where the receiver was; nil unless latitude and longitude were both finite.
    public var coordinate: Coordinate?
    /// Estimated horizontal error in metres (gpsd's `eph`, else from `epx` and `epy`); nil if not reported.
    public var horizontalAccuracy: Double?
    /// Horizontal dilution of precision, without unit.
    public var hdop: Double?
    /// Speed over ground in m/s.
    public var speed: Double?
    /// Course over ground in degrees clockwise from true north, 0..<360.
    public var course: Double?
    /// Altitude above mean sea level in metres.
    public var altitude: Double?
    /// Vertical speed in m/s, up is positive.
    public var climb: Double?
    /// Satellites used for the position.
    public var satellites: Int?
    /// Milliseconds between the measurement of `coordinate` and `sampleTime`: 0 but for the heartbeat of a parked
    /// vehicle, which carries the position of the stop and a fresh time.
    public var positionAge: Int64

    /// A fix with the members that every epoch has; set the others on the value.
    public init(sampleTime: UTCTime, received: BootTime, mode: FixMode, coordinate: Coordinate?) {
        self.sampleTime = sampleTime
        self.received = received
        self.mode = mode
        self.coordinate = coordinate
        self.positionAge = 0
    }
}

/// Where gpsd is and which of its receivers counts.
public struct ReceiverSettings: Equatable, Sendable {
    /// Host name or address of gpsd.
    public var host = "localhost"
    /// TCP port of gpsd.
    public var port: UInt16 = 2947
    /// gpsd's path of the one device whose fixes count, compared byte by byte; nil takes those of every device.
    public var device: String?
    /// Milliseconds without a message after which the connection counts as dead.
    public var silence: Int64 = 10_000

    /// The defaults of `waypost.conf`.
    public init() {}
}

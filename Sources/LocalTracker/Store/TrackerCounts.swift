/// What became of every update that a tracker received:
/// `received = stored + filtered + duplicates + refused`.
public struct TrackerCounts: Equatable, Sendable, CustomStringConvertible {
    /// Updates in accepted requests.
    public var received: Int64 = 0
    /// Stored as positions.
    public var stored: Int64 = 0
    /// Not stored because of the position filter.
    public var filtered: Int64 = 0
    /// Not stored because the device has a position with this sample time: the first one stays.
    public var duplicates: Int64 = 0
    /// Answered with an error of their own.
    public var refused: Int64 = 0

    /// The counts by their names.
    public var description: String {
        "\(received) received, \(stored) stored, \(filtered) filtered, \(duplicates) duplicates, \(refused) refused"
    }
}

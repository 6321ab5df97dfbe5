import Positioning

/// The greatest id that `delivery.db` knows to be resolved, with the sample time of its fix: tells whether an outbox of
/// the same generation is the one that the ids were read from.
public struct Witness: Equatable, Sendable {
    /// The id.
    public var id: Int64
    /// The sample time that the fix of that id had.
    public var sampleTime: UTCTime

    /// False if the outbox went back in time, for example because an old copy was put in place: then its ids from some
    /// point on may mean other fixes.
    ///
    /// `stored` is the sample time of the row with that id, nil if it is gone.
    func agrees(nextID: Int64, stored: UTCTime?) -> Bool {
        id < nextID && (stored == nil || stored == sampleTime)
    }
}

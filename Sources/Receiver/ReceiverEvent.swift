import Positioning

/// What the Receiver has to say, in the order in which it happened.
///
/// Every epoch of the receiver ends in exactly one `fix` or one `dropped`; those that wait for a trusted time are
/// counted by `Receiver.held`.
public enum ReceiverEvent: Equatable, Sendable {
    /// gpsd answered; the release that it names.
    case connected(version: String)
    /// There is no gpsd to talk to, or no longer: there is no fix until the next `fix`. Another attempt follows.
    case disconnected(ReceiverError)
    /// One epoch with a time to rely on. Without a coordinate it says that the receiver has no position.
    case fix(Fix)
    /// One epoch that never becomes a fix.
    case dropped(EpochDrop)
    /// How far the receiver's time is to be relied on has changed.
    case trust(TimeTrust)
    /// The receiver's time was wrong before or is now set anew: sample times go on `milliseconds` away from where they
    /// would be; negative is backwards, so that they may repeat. Follows agreement, precedes the fixes that agreed.
    case reanchored(milliseconds: Int64)
    /// A synchronised system clock is so much behind the receiver's time that one of them is wrong. If it `isOverruled`, the
    /// receiver's time has gone on for long, and stays; else its epochs are dropped as `future` until the two agree. Said
    /// once, until they do.
    case clockBehind(milliseconds: Int64, isOverruled: Bool)
    /// No epoch for `ReceiverSettings.silence`: there is no fix. Said once, until the next epoch.
    case silent
    /// gpsd lost this device: there is no fix from it. Said once, until its next epoch.
    case deviceLost(path: String)
    /// gpsd refused something, in its own words: a device that it does not have, for example.
    case refused(message: String)
    /// gpsd said something that is not one of its reports, or longer than `LineBuffer.capacity`; it was skipped.
    case unreadable(UnreadableLine)
}

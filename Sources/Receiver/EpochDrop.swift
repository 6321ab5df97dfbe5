/// Why an epoch never became a fix. The raw value is the word that `status` and the counters use.
public enum EpochDrop: String, CaseIterable, Sendable {
    /// A position to which the receiver gave no time.
    case noTime = "no-time"
    /// No position, and no time either or none to rely on yet.
    case noPosition = "no-position"
    /// Its time lies before the build of this program.
    case beforeBuild = "before-build"
    /// Its time lies ahead of all that is known of the time, and the epochs after it did not agree.
    case future
    /// Its time was seen already.
    case duplicate
    /// Its time lies before that of an earlier fix, and the epochs after it did not agree.
    case backwards
    /// Its time jumped ahead by less than `future` asks for, and the epochs after it did not agree.
    case jump
    /// It waited for a trusted time until newer epochs needed its place.
    case overflow
    /// It waited for a trusted time, which did not bear out the time that it claimed or did not come before the end.
    case unconfirmed

    /// Why an epoch that bears no time never becomes a fix.
    public static func withoutTime(hasPosition: Bool) -> EpochDrop { hasPosition ? .noTime : .noPosition }
}

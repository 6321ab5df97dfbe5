/// Whether a daemon is there.
public enum Presence: String, Sendable {
    /// It listens on its control socket.
    case running
    /// Nobody listens there.
    case stopped
    /// This user may not look.
    case unknown
}

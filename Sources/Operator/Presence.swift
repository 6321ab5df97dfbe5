/// Whether a daemon is there.
enum Presence: String {
    /// It listens on its control socket.
    case running
    /// Nobody listens there.
    case stopped
    /// This user may not look.
    case unknown
}

/// What may be asked of the agent over its control socket. The raw value is the line that asks.
enum ControlRequest: String, CaseIterable {
    /// The content of `state.json`, as of now.
    case status
    /// Store at once what waits for its commit.
    case flush
    /// Stop recording.
    case pause
    /// Record again.
    case resume
}

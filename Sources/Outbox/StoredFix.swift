import Positioning

/// A kept fix as the outbox has it.
public struct StoredFix: Equatable, Sendable {
    /// Ascends for ever within a generation, in order of sample time.
    public var id: Int64
    /// The device id under which the fix was recorded.
    public var deviceID: String
    /// The fix; `received` is not stored and reads as 0.
    public var fix: Fix

    /// A row with all its parts.
    public init(id: Int64, deviceID: String, fix: Fix) {
        self.id = id
        self.deviceID = deviceID
        self.fix = fix
    }
}

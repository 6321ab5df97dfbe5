import Positioning

/// A daemon's live state as a file that others read: replaced in one step, and about once a second.
///
/// The text is built only when it is written, so that a busy daemon pays for one text a second.
public final class StateFile: PollSource {
    /// Milliseconds after a write in which there is no other.
    static let rest: Int64 = 900
    /// Milliseconds after a write until the next one. What wakes the daemon between the two brings it along: so a
    /// receiver that talks once a second costs one wake-up a second.
    static let period: Int64 = 1500

    private let path: String
    private let content: () -> String
    private let failed: (RuntimeError) -> Void
    private var lastWrite: BootTime?
    private var isChanged = false

    /// The state at `path`. `content` gives the text; `failed` hears of a write that did not work, and the next
    /// change tries again.
    public init(path: String, content: @escaping () -> String, failed: @escaping (RuntimeError) -> Void) {
        self.path = path
        self.content = content
        self.failed = failed
    }

    /// Notes that the state is another than the one in the file.
    public func changed() {
        isChanged = true
    }

    /// Writes now, whenever the last write was: for the start, and for the end.
    public func write(now: BootTime) {
        isChanged = false
        lastWrite = now
        do {
            try TextFile.replace(path, with: content())
        } catch {
            failed(error)
        }
    }

    /// A period after the last write, if there is something to write.
    public var deadline: BootTime? {
        guard isChanged else { return nil }
        return lastWrite?.advanced(by: Self.period) ?? BootTime(milliseconds: 0)
    }

    /// After a rest, if the daemon is awake.
    public var earliest: BootTime? { deadline?.advanced(by: Self.rest - Self.period) }

    /// Writes what has changed.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        write(now: now)
    }
}

import Positioning

/// Something that the event loop waits for: descriptors, a deadline, or both.
///
/// The loop asks anew in every round, so a source simply answers from its present state. A source that is served
/// must move its deadline on, or the loop would turn without rest.
public protocol PollSource: AnyObject {
    /// Appends the descriptors to wait for in this round; none by default.
    func appendDescriptors(to list: inout [PollDescriptor])

    /// When to be served at the latest, or nil to wait for the descriptors alone, the default.
    var deadline: BootTime? { get }

    /// From when on to be served if something else wakes the loop before `deadline`, which saves the wake-up that the
    /// deadline would cost; `deadline` itself by default.
    var earliest: BootTime? { get }

    /// Called when one of this round's descriptors is ready or the deadline has come, or is near enough. `ready` holds all descriptors
    /// that the source appended in this round, in its order. Never blocks.
    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime)
}

extension PollSource {
    /// Waits for no descriptor.
    public func appendDescriptors(to list: inout [PollDescriptor]) {}

    /// Has no deadline.
    public var deadline: BootTime? { nil }

    /// Is served at its deadline.
    public var earliest: BootTime? { deadline }
}

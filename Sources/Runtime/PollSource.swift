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

    /// Called when one of this round's descriptors is ready or the deadline has come. `ready` holds all descriptors
    /// that the source appended in this round, in its order. Never blocks.
    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime)
}

extension PollSource {
    /// Waits for no descriptor.
    public func appendDescriptors(to list: inout [PollDescriptor]) {}

    /// Has no deadline.
    public var deadline: BootTime? { nil }
}

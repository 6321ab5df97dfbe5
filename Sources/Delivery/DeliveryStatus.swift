import Positioning

/// What delivery does right now, for people.
public struct DeliveryStatus: Equatable, Sendable {
    /// The word for it.
    public enum State: String, CaseIterable, Sendable {
        /// Nothing waits.
        case idle
        /// A batch waits to fill.
        case filling
        /// A request is under way.
        case sending
        /// After failures: the next attempt comes by itself.
        case backOff = "back-off"
        /// The backlog of an outage waits for its random start.
        case spread
        /// Somebody has to mend something; it is tried at a slow pace.
        case held
        /// What the tracker said cannot be stored; nothing more is sent, for it would have to go again after a restart.
        case unsaved
        /// Finishing.
        case stopping
    }

    /// The word.
    public var state: State
    /// When it changes by itself; nil if not known.
    public var until: BootTime?
    /// Why delivery is held.
    public var hold: HoldReason?
    /// The last failure since the last success, as a sentence.
    public var lastError: String?
    /// Failed attempts in a row, outer waits only.
    public var failures: Int
    /// Requests under way.
    public var inFlight: Int
}

import Outbox

/// Something that people should hear of once.
public enum DeliveryNotice: Equatable, Sendable {
    /// Delivery stands until somebody mends what the sentence says.
    case held(HoldReason, String)
    /// What held delivery is mended.
    case holdEnded(HoldReason)
    /// Attempts failed; the next comes after so many milliseconds.
    case backedOff(String, delay: Int64)
    /// Delivery works again after so many failed attempts.
    case recovered(failures: Int)
    /// The backlog of an outage goes after so many milliseconds.
    case spread(delay: Int64)
    /// The service refused a fix for good.
    case deadLettered(StoredFix, code: String, message: String)
    /// A dead letter that went again was refused again: it stays what it was.
    case staysDead(StoredFix, code: String, message: String)
    /// The service takes a fix neither now nor refuses it for good; it is tried again later, others go on.
    case setAside(StoredFix, code: String, message: String)
    /// The stores could not be used.
    case storage(String)
    /// What the tracker said cannot be stored: nothing more is sent until it can.
    case unsaved(String)
    /// It is stored, and delivery goes on.
    case saved
}

import Outbox
import Positioning

/// What the Recorder has to say.
enum RecorderEvent {
    /// The outbox is open for the first time: its newest fix, and whether recording is paused.
    case opened(newest: Fix?, isPaused: Bool)
    /// So many fixes are on the disk.
    case stored(Int)
    /// The file was damaged; what could be read of it is in a new one.
    case salvaged(SalvageReport)
    /// The outbox cannot be written; so many fixes wait in RAM.
    case failed(OutboxError, waiting: Int)
    /// It can be written again.
    case recovered
    /// Another process writes the outbox and does not end: there is nothing to do for this one.
    case refused(OutboxError)
    /// Fixes left the outbox without delivery.
    case shed(Int, ShedCause)
    /// A damaged outbox that was moved aside is gone, to make room on the disk.
    case copyRemoved(String)
    /// Room on the disk was set aside beside the outbox; or it was given up, since the disk is full.
    case ballast(isInPlace: Bool)
    /// What a look at the uploader's file brought, if it is worth telling.
    case acknowledged(OutboxWriter.Acknowledgement)
    /// The uploader's file cannot be read, and not because it is not ready.
    case deliveryUnreadable(OutboxError)
}

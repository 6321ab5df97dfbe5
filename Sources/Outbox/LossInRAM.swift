/// Why an epoch that was wanted is not in the outbox. The raw value is the word that `status` uses.
public enum LossInRAM: String, CaseIterable, Sendable {
    /// It was in RAM when the agent was killed or the power went.
    case interrupted
    /// The ring that holds fixes while the disk cannot be written ran over.
    case ringOverflow = "ring-overflow"
    /// A fix with this sample time is stored already.
    case alreadyStored = "already-stored"
}

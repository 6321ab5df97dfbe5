/// What the answers so far say about the next failure: whether it is for the data, for the configuration, or for the
/// service as a whole.
struct Evidence {
    /// How often in a row a batch that the service fails over goes before all others.
    static let turns = 3
    /// How many fixes in a row, each alone in its batch, may be refused by name before that is taken for a fault of the
    /// configuration.
    private static let unvouchedLimit = 2

    /// Answers that accepted some fix.
    private(set) var acceptances = 0
    /// Answers in a row without proof or trust.
    private(set) var doubts = 0
    /// A fix was accepted since the gate closed or the settings changed: they are right, and the service works. What a dead
    /// letter meets now is for the letter.
    private(set) var hasPassed = false
    /// A fix was accepted since the last one that was condemned because its whole request was refused.
    private(set) var vouchesForARequest = false
    /// Dead letters in a row that were refused by name and that no accepted fix vouches for.
    private var unvouched = 0

    /// The service accepted a fix: it works, and it is not the configuration that it refuses.
    mutating func accepted() {
        acceptances += 1
        (hasPassed, vouchesForARequest) = (true, true)
        unvouched = 0
    }

    /// The tracker gave its word about each fix of a request.
    mutating func proved() { doubts = 0 }

    /// A request brought no such word.
    mutating func failed(_ outcome: Outcome) { doubts = outcome.isDoubtful ? doubts + 1 : 0 }

    /// Delivery waits from now on.
    mutating func gateClosed() { hasPassed = false }

    /// Other settings or credentials: what was accepted with the old ones says nothing of them.
    mutating func settingsChanged() { (hasPassed, vouchesForARequest) = (false, false) }

    /// A fix that is refused by name, alone in its batch, may be condemned though nothing vouches for the configuration.
    var sparesALoneFix: Bool { unvouched >= Self.unvouchedLimit }

    /// Fixes of one answer were condemned by name; `isProven` if something vouches for the configuration.
    mutating func condemnedByName(isProven: Bool) { unvouched = isProven ? 0 : unvouched + 1 }

    /// A fix was condemned because its whole request was refused.
    mutating func condemnedByRequest() { vouchesForARequest = false }

    /// The service has failed over the batch again and again, and others have passed since it did so last; or they did
    /// before, and nothing else has failed since.
    func blames(_ batch: Batch, isGateOpen: Bool) -> Bool {
        guard batch.failures + 1 >= Self.turns, let failedAt = batch.failedAt else { return false }
        return acceptances > failedAt || batch.failedAlone && isGateOpen
    }

    /// The service refuses dead letters for `reason`, while it takes other fixes.
    func blamesLetters(for reason: HoldReason) -> Bool { reason.mayBeForTheDevice && hasPassed }
}

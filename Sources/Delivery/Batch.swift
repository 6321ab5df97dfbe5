import Outbox
import Positioning

/// Fixes that go in one request, and what has happened to it so far.
struct Batch: Equatable {
    /// 1...10 fixes, ascending.
    private(set) var fixes: [StoredFix]
    /// Their ids, mostly one range.
    private var runs: [ClosedRange<Int64>]
    /// The search that this batch is a piece of.
    var bisection: Bisection?
    /// Attempts since the last outer wait.
    var attempts = 0
    /// What the last retry took from the budget.
    var cost: Int?
    /// An attempt may have been acted upon although it brought no proof.
    var mayHaveArrived = false
    /// How many fixes went again although they may have arrived before.
    var repeated = 0
    /// The credentials were refused and fetched anew.
    var refreshed = false
    /// The next attempt has to fetch them anew.
    var mustRefresh = false
    /// The attempt is signed with a corrected clock.
    var corrected = false
    /// Number of the last attempt.
    var number: Int?
    /// Earliest start of the next attempt.
    var notBefore = BootTime(milliseconds: 0)
    /// How often the service refused these fixes by name, for the time being.
    var tries = 0
    /// People have heard that the service refuses these fixes for now.
    var isTold = false
    /// Outer waits in a row because the service failed over it, or refused all of it for the time being.
    var failures = 0
    /// `Evidence.acceptances` when that happened last; nil if it has not happened.
    var failedAt: Int?
    /// When that happened last, others passed: the fault is in it.
    var failedAlone = false

    /// The fix was refused before, while nothing was accepted.
    let wasSuspect: Bool

    init(_ fixes: [StoredFix], bisection: Bisection? = nil, wasSuspect: Bool = false) {
        self.fixes = fixes
        runs = Self.runs(of: fixes)
        self.wasSuspect = wasSuspect
        self.bisection = bisection
    }

    /// `fixes` in batches, each with the search that `bisection` begins with its fixes.
    static func batches(
        of fixes: [StoredFix], bisection: ([StoredFix]) -> Bisection? = { _ in nil }
    ) -> [Batch] {
        stride(from: 0, to: fixes.count, by: DeliverySettings.batchSize).map { start in
            let part = Array(fixes[start..<min(start + DeliverySettings.batchSize, fixes.count)])
            return Batch(part, bisection: bisection(part))
        }
    }

    /// Every fix that the batch keeps from being read again.
    var allFixes: [StoredFix] { fixes + (bisection?.fixes ?? []) }

    /// Adds the ids of every fix that the batch keeps from being read again.
    func lease(to ids: inout IDRanges) {
        for run in runs { ids.insert(run) }
        for fix in bisection?.fixes ?? [] { ids.insert(fix.id) }
    }

    private static func runs(of fixes: [StoredFix]) -> [ClosedRange<Int64>] {
        var runs: [ClosedRange<Int64>] = []
        for fix in fixes {
            if let last = runs.last, last.upperBound + 1 == fix.id {
                runs[runs.count - 1] = last.lowerBound...fix.id
            } else {
                runs.append(fix.id...fix.id)
            }
        }
        return runs
    }

    /// True if the batch need not go again as it is: no byte of it arrived, it is no piece of a search, and it can be
    /// read again. Dead letters (ids below 0) are in no outbox.
    var canBeReleased: Bool { !mayHaveArrived && bisection == nil && tries == 0 && !areLetters }

    /// The fixes are dead letters that go again: all of them or none.
    var areLetters: Bool { fixes.contains { $0.id < 0 } }

    /// The batch with those of its fixes alone whose ids are in `ids`; nil if there is none.
    func keeping(_ ids: Set<Int64>) -> Batch? {
        let rest = fixes.filter { ids.contains($0.id) }
        guard !rest.isEmpty else { return nil }
        var batch = self
        (batch.fixes, batch.runs) = (rest, Self.runs(of: rest))
        return batch
    }

    /// The batch as it starts after an outer wait.
    var rested: Batch {
        var batch = self
        (batch.attempts, batch.cost, batch.refreshed, batch.corrected) = (0, nil, false, false)
        return batch
    }
}

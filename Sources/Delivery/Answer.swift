import AmazonLocation
import Outbox

/// The `Errors` of a 200 answer, matched with the fixes of the batch by device id and sample time.
struct Answer {
    /// A fix that the answer names.
    struct Refusal {
        var fix: StoredFix
        var error: UpdateError
    }

    /// Fixes that the answer does not name: acknowledged.
    let accepted: [StoredFix]
    /// Fixes that it names.
    let refused: [Refusal]

    /// Nil if an error names no fix of the batch: then nobody can tell which fixes were accepted.
    init?(_ errors: [UpdateError], to fixes: [StoredFix]) {
        guard !errors.isEmpty else {
            (accepted, refused) = (fixes, [])
            return
        }
        var named: [Int64: UpdateError] = [:]
        for error in errors {
            guard
                let fix = fixes.first(where: {
                    $0.deviceID == error.deviceID && $0.fix.sampleTime == error.sampleTime
                })
            else { return nil }
            named[fix.id] = error
        }
        accepted = fixes.filter { named[$0.id] == nil }
        refused = fixes.compactMap { fix in named[fix.id].map { Refusal(fix: fix, error: $0) } }
    }
}

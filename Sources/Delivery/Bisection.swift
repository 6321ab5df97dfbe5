import Outbox

/// The search for the fixes that make the service refuse a whole batch: the batch is halved until a fix stands alone.
///
/// One refused fix of n is found in log2(n) steps, rounded up, and sent alone once more if it was only inferred: a half
/// that must hold the fault, because the other half was accepted, is not sent as a whole.
struct Bisection: Equatable {
    /// A fix that was refused alone.
    struct Suspect: Equatable {
        var fix: StoredFix
        var code: String
        var message: String
        /// The refusal is one that the service models as the fault of the data.
        var isDataFault: Bool
    }

    private struct Piece: Equatable {
        var fixes: [StoredFix]
        var isFirstHalf = false
        var holdsFault = false
    }

    /// Fixes that the search began with.
    let size: Int
    /// Fixes that were refused alone.
    private(set) var suspects: [Suspect] = []
    /// A fix was accepted, so that the refusal is not about the request as such.
    private(set) var hasAccepted: Bool
    private var current: Piece
    private var waiting: [Piece] = []

    /// A search over `fixes`, which are under way as one batch. `hasAccepted` says that others were accepted already.
    init(_ fixes: [StoredFix], hasAccepted: Bool = false) {
        size = fixes.count
        current = Piece(fixes: fixes)
        self.hasAccepted = hasAccepted
    }

    /// Every fix that the search has not let go of.
    var fixes: [StoredFix] { waiting.flatMap(\.fixes) + suspects.map(\.fix) }

    /// The request with the current piece was answered with 200; `delivering` says that it accepted some fix.
    mutating func answered(delivering: Bool) {
        hasAccepted = hasAccepted || delivering
        if current.isFirstHalf, !waiting.isEmpty {
            waiting[waiting.count - 1].holdsFault = true
        }
    }

    /// The request with the current piece was refused as a whole.
    mutating func refused(code: String, message: String, isDataFault: Bool) {
        if current.fixes.count > 1 {
            split(current.fixes)
        } else {
            suspects += current.fixes.map {
                Suspect(fix: $0, code: code, message: message, isDataFault: isDataFault)
            }
        }
    }

    /// The fixes to send next; nil when every fix has been accepted or stands alone as a suspect.
    mutating func next() -> [StoredFix]? {
        while let piece = waiting.popLast() {
            guard piece.holdsFault, piece.fixes.count > 1 else {
                current = piece
                return piece.fixes
            }
            split(piece.fixes)
        }
        return nil
    }

    private mutating func split(_ fixes: [StoredFix]) {
        let half = (fixes.count + 1) / 2
        waiting.append(Piece(fixes: Array(fixes[half...])))
        waiting.append(Piece(fixes: Array(fixes[..<half]), isFirstHalf: true))
    }
}

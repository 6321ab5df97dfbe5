/// How coarse the track of pending fixes becomes before any of them is dropped outright. The raw value is the bound in
/// metres: no fix that was kept is farther than that from where the fixes that are left put the vehicle at its time.
enum ThinningLevel: Int, CaseIterable {
    case fine = 20
    case middle = 40
    case coarse = 80

    /// The level before, whose work this one goes on with.
    var finer: ThinningLevel? {
        switch self {
        case .fine: nil
        case .middle: .fine
        case .coarse: .middle
        }
    }

    /// Metres that this level may add: fixes that the levels before gave up are off by as much as those allow already.
    var bound: Double { Double(rawValue - (finer?.rawValue ?? 0)) }

    /// Where the ledger has how far this level has come.
    var ledgerName: String { "thinned.\(rawValue)" }
}

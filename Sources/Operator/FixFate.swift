/// What became of a fix of this box, as the tracker's history shows it. The raw value is the word for it.
enum FixFate: String, CaseIterable {
    /// The tracker has it, at its place.
    case stored
    /// It waits to be sent.
    case waiting
    /// The tracker took it, and its filter did not store it.
    case filtered
    /// The tracker took it and does not have it, and whether its filter is why cannot be told.
    case unknown
    /// The tracker refused it: it is a dead letter, or was one that somebody dropped.
    case refused
    /// The tracker has another place for this moment.
    case elsewhere
    /// The tracker took it and does not have it, and its filter does not explain that.
    case missing

    /// In words, for the table.
    var meaning: String {
        switch self {
        case .stored: "the tracker has them"
        case .waiting: "not sent yet"
        case .filtered: "taken, and not stored by the tracker's filter"
        case .unknown: "taken, and not stored; whether by the tracker's filter cannot be told"
        case .refused: "refused by the tracker: dead letters, dropped ones too"
        case .elsewhere: "the tracker has another place for the moment"
        case .missing: "taken, but not in the tracker's history"
        }
    }

    /// What to do about such fixes; nil if that is nothing. Of those that were refused and dropped nobody knows why.
    var advice: String? {
        switch self {
        case .stored, .waiting, .unknown: nil
        case .filtered: "filtered: waypost check --online says what to set so that less is thrown away"
        case .refused: "refused: waypost dead-letters says why"
        case .elsewhere: "elsewhere: does another box send under the same device.id? Each needs one of its own"
        case .missing:
            "missing: were they sent to another tracker, or under another filter? The service keeps positions for 30 days"
        }
    }

    /// True for what must not be.
    var isFault: Bool { self == .elsewhere || self == .missing }
}

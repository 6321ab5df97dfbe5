import Positioning

/// Joins NMEA sentences into epochs: an epoch ends with the first sentence of another time of day.
///
/// Only RMC has a date. Until the RMC of an epoch arrives its date is that of the epoch before, or the next day if the
/// time of day went back by hours. GSA has no time: it belongs to the epoch that is open.
struct NMEAAssembler {
    private static let halfDay: Int64 = 43_200_000
    private static let metresPerSecond = 1852.0 / 3600

    private var open: NMEAEpoch?
    /// What the last GSA said: receivers send one for every constellation, and not with every epoch.
    private var mode: FixMode?

    /// Takes in a sentence; returns the epoch that it ended.
    mutating func add(_ sentence: NMEASentence) -> NMEAEpoch? {
        switch sentence.kind {
        case "RMC":
            let ended = begin(sentence.timeOfDay(0))
            addRMC(sentence)
            return ended
        case "GGA":
            let ended = begin(sentence.timeOfDay(0))
            addPosition(sentence, isVoid: sentence[5].map { $0 == "0" } ?? true)
            return ended
        case "GNS":
            let ended = begin(sentence.timeOfDay(0))
            addPosition(sentence, isVoid: sentence[5].map { mode in mode.allSatisfy { $0 == "N" } } ?? true)
            return ended
        case "GSA":
            addGSA(sentence)
            return nil
        default:
            return nil
        }
    }

    /// The epoch that is still open: the recording has ended.
    mutating func finish() -> NMEAEpoch? {
        defer { open = nil }
        return open
    }

    private mutating func begin(_ timeOfDay: Int64?) -> NMEAEpoch? {
        guard let timeOfDay, timeOfDay != open?.timeOfDay else { return nil }
        let ended = open
        var next = NMEAEpoch(timeOfDay: timeOfDay)
        next.mode = mode
        if let ended, let date = ended.date {
            let isNextDay = ended.timeOfDay - timeOfDay > Self.halfDay
            next.date = date.advanced(by: isNextDay ? 2 * Self.halfDay : 0)
        }
        open = next
        return ended
    }

    private mutating func addRMC(_ sentence: NMEASentence) {
        if let date = sentence.date(8) { open?.date = date }
        guard sentence[1] == "A" else {
            open?.isVoid = true
            return
        }
        if open?.coordinate == nil { open?.coordinate = sentence.coordinate(2) }
        open?.speed = sentence.number(6).map { $0 * Self.metresPerSecond }
        open?.course = sentence.number(7)
    }

    /// GGA and GNS differ in field 5 alone, as far as they are read here.
    private mutating func addPosition(_ sentence: NMEASentence, isVoid: Bool) {
        guard !isVoid else {
            open?.isVoid = true
            return
        }
        open?.coordinate = sentence.coordinate(1)
        open?.satellites = sentence.number(6).flatMap { Int(exactly: $0) }
        open?.hdop = sentence.number(7)
        open?.altitude = sentence.number(8)
    }

    private mutating func addGSA(_ sentence: NMEASentence) {
        switch sentence[1] {
        case "1": mode = FixMode.none
        case "2": mode = .twoD
        case "3": mode = .threeD
        default: return
        }
        open?.mode = mode
        if let hdop = sentence.number(15), open?.hdop == nil { open?.hdop = hdop }
    }
}

/// Learns how many reports gpsd makes of one epoch, so that the last of them ends it and nobody has to wait for more.
///
/// It takes several epochs that were all alike, each of which the next time or the passing of time had ended; one that was
/// otherwise, and it learns anew.
struct EpochRhythm: Equatable {
    /// Epochs that must be alike.
    static let proof = 5

    private var count = 0
    private var alike = 0

    /// The reports of one epoch, once that is known.
    var length: Int? { alike >= Self.proof ? count : nil }

    /// An epoch had so many reports and was over.
    mutating func ended(after reports: Int) {
        alike = reports == count ? min(alike + 1, Self.proof) : 1
        count = reports
    }

    /// One more report came after the last.
    mutating func wasWrong() {
        alike = 0
    }
}

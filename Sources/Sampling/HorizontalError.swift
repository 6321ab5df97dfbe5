import Positioning

/// What a fix says about its own horizontal error, in metres.
///
/// gpsd derives `eph` from the dilution of precision in the same way, so that a recording without `eph` is judged as
/// it would have been live.
public enum HorizontalError: Equatable, Sendable {
    /// The receiver's own estimate.
    case reported(Double)
    /// No estimate: hdop times the range error that gpsd assumes for a receiver without corrections.
    case fromDilution(Double)
    /// Nothing is known. Such a fix passes the gate, and whoever explains the decision says so.
    case unknown

    /// gpsd's `H_UERE_NO_DGPS`, in metres at 95 %.
    static let rangeError = 15.0

    /// The evidence of `fix`; a negative or non-finite number is none.
    public init(of fix: Fix) {
        if let metres = fix.horizontalAccuracy, metres >= 0, metres.isFinite {
            self = .reported(metres)
        } else if let hdop = fix.hdop, hdop > 0, hdop.isFinite {
            self = .fromDilution(hdop * Self.rangeError)
        } else {
            self = .unknown
        }
    }

    /// The error in metres; nil if unknown.
    public var metres: Double? {
        switch self {
        case .reported(let metres), .fromDilution(let metres): metres
        case .unknown: nil
        }
    }
}

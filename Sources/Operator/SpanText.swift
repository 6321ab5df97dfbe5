import Positioning

/// Spans of time for people: two digits are enough.
enum SpanText {
    /// `0.4 s`, `95 s`, `12 min`, `5 h`, `3 d`.
    static func of(milliseconds: Int64) -> String {
        let seconds = Double(max(milliseconds, 0)) / 1000
        switch seconds {
        case ..<9.95: return "\((seconds * 10).rounded() / 10) s"
        case ..<120: return "\(Int(seconds.rounded())) s"
        case ..<7200: return "\(Int((seconds / 60).rounded())) min"
        case ..<172_800: return "\(Int((seconds / 3600).rounded())) h"
        default: return "\(Int((seconds / 86_400).rounded())) d"
        }
    }

    /// How long before `now`; a time ahead of it is said to be so.
    static func age(of time: UTCTime, now: UTCTime) -> String {
        let span = now.since(time)
        return span >= -1000 ? "\(of(milliseconds: span)) ago" : "\(of(milliseconds: -span)) ahead of the clock"
    }
}

import JSON
import Positioning

/// The span of sample times that a page of a history comes from.
struct HistoryWindow: Equatable, Sendable {
    /// Inclusive.
    var start: UTCTime
    /// Exclusive.
    var end: UTCTime

    init(start: UTCTime, end: UTCTime) {
        (self.start, self.end) = (start, end)
    }

    /// What a request asks for: what is left of the window of the first page if it brings a token, else its own
    /// bounds, else the last 24 hours.
    init(_ body: JSONValue, now: UTCTime, _ reader: inout RequestReader) {
        start =
            reader.optionalTime(body["StartTimeInclusive"], "startTimeInclusive")
            ?? now.advanced(by: -ServiceLimits.historyWindow)
        end = reader.optionalTime(body["EndTimeExclusive"], "endTimeExclusive") ?? now
        if start >= end {
            reader.fault("startTimeInclusive", "Member must be earlier than endTimeExclusive")
        }
        guard let token = reader.optionalText(body["NextToken"], "nextToken", length: ServiceLimits.token) else {
            return
        }
        guard let rest = HistoryWindow(token: token) else {
            reader.fault("nextToken", "Member must be a token of an earlier page")
            return
        }
        self = rest
    }

    /// The window as a NextToken. Carries its own bounds, so that neither the passing of time nor new positions
    /// move what the next page holds.
    var token: String {
        [start, end].map { String($0.milliseconds, radix: 36) }.joined(separator: ".")
    }

    private init?(token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0, radix: 36) }
        guard parts.count == 2, let start = parts[0], let end = parts[1] else { return nil }
        self.init(start: UTCTime(milliseconds: start), end: UTCTime(milliseconds: end))
    }
}

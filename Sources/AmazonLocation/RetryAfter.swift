import Positioning
import Transport

/// How long an answer asks to wait.
enum RetryAfter {
    /// Milliseconds of `x-amz-retry-after`, else of `Retry-After` (seconds, or a date seen from the answer's own
    /// `Date`); nil if neither is there and makes sense.
    static func read(_ response: HTTPResponse) -> Int64? {
        if let milliseconds = response.header("x-amz-retry-after").flatMap({ Int64($0) }), milliseconds >= 0 {
            return milliseconds
        }
        guard let text = response.header("retry-after") else { return nil }
        if let seconds = Int64(text) {
            return (0...86_400).contains(seconds) ? seconds * 1000 : nil
        }
        guard let until = UTCTime(httpDate: text), let now = response.header("date").flatMap(UTCTime.init(httpDate:))
        else { return nil }
        return max(0, until.since(now))
    }
}

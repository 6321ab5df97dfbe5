import Positioning
import Transport

/// How long an answer asks to wait.
enum RetryAfter {
    /// True if the wait is one of `Retry-After`, which is not to be cut.
    static func isFirm(_ response: HTTPResponse) -> Bool { hint(response) == nil && read(response) != nil }

    /// Milliseconds of `x-amz-retry-after` alone.
    private static func hint(_ response: HTTPResponse) -> Int64? {
        response.header("x-amz-retry-after").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Milliseconds of `x-amz-retry-after`, else of `Retry-After` (seconds, or a date seen from the answer's own
    /// `Date`); nil if neither is there and makes sense.
    static func read(_ response: HTTPResponse) -> Int64? {
        if let hint = hint(response) { return hint }
        guard let text = response.header("retry-after") else { return nil }
        if let seconds = Int64(text) {
            return (0...86_400).contains(seconds) ? seconds * 1000 : nil
        }
        guard let until = UTCTime(httpDate: text), let now = response.header("date").flatMap(UTCTime.init(httpDate:))
        else { return nil }
        return max(0, until.since(now))
    }
}

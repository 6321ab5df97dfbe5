import Positioning
import Transport

/// How far the service's clock is ahead of ours, learned from the `Date` of its answers.
///
/// For signing alone: nobody vouches for that header. The rule is that of the AWS SDKs: the server wrote its date
/// midway between sending and receiving; an answer from a cache (`Age`), or one that took more than 15 minutes, does
/// not count.
public struct ClockOffset: Equatable, Sendable {
    /// Milliseconds to add to our time; 0 until something is learned.
    public private(set) var milliseconds: Int64 = 0
    /// True once an answer has told.
    public private(set) var isKnown = false

    /// An offset of which nothing is known.
    public init() {}

    /// Learns from an answer to a request sent at `sent` and answered at `received`, both by our clock, uncorrected.
    public mutating func learn(from response: HTTPResponse, sent: UTCTime, received: UTCTime) {
        let roundTrip = received.since(sent)
        guard (0...900_000).contains(roundTrip), response.header("age") == nil,
            let date = response.header("date").flatMap(UTCTime.init(httpDate:))
        else { return }
        milliseconds = date.since(sent.advanced(by: roundTrip / 2))
        isKnown = true
    }

    /// Our time, corrected.
    public func corrected(_ time: UTCTime) -> UTCTime {
        time.advanced(by: milliseconds)
    }
}

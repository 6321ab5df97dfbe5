import Positioning

/// Spaces requests so that no more than a rate of them start, without bursts: virtual scheduling, as the generic cell
/// rate algorithm with no tolerance (ITU-T I.371). Throttling widens the space, success narrows it again.
public struct Pacer: Equatable, Sendable {
    /// The widest space in milliseconds that throttling leads to: a thousand boxes that share 50 requests a second come
    /// to rest at 20 s.
    public static let widest: Int64 = 60_000
    /// The first space in milliseconds after throttling where no cap is set.
    private static let firstSpace: Int64 = 250

    private let cap: Int64
    private var space: Int64
    private var next: BootTime?

    /// At most `requestsPerSecond` starts a second; nil for no cap.
    public init(requestsPerSecond: Double?) {
        cap = requestsPerSecond.map { Int64((1000 / $0).rounded(.up)) } ?? 0
        space = cap
    }

    /// When the next request may start; not after `now` if it may start at once.
    public func ready(now: BootTime) -> BootTime {
        next ?? now
    }

    /// A request starts.
    public mutating func started(now: BootTime) {
        next = now.advanced(by: space)
    }

    /// The service throttled: twice the space.
    public mutating func throttled(now: BootTime) {
        space = min(max(space * 2, Self.firstSpace), max(Self.widest, cap))
        next = max(next ?? now, now.advanced(by: space))
    }

    /// The service accepted: a twentieth of the additional space less. Doubling and this come to rest where one request
    /// in fifteen is throttled.
    public mutating func accepted() {
        space = cap + (space - cap) * 19 / 20
    }
}

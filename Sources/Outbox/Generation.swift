/// Which life of an outbox an id belongs to: a random number, drawn when `outbox.db` is made, or when its ids can no
/// longer be vouched for.
///
/// An acknowledgement that carries another generation says nothing about this one.
public struct Generation: RawRepresentable, Hashable, Sendable {
    /// 1...Int64.max.
    public var rawValue: Int64

    /// The generation with that number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// A new generation, drawn from the system's random numbers.
    public static func random() -> Generation {
        Generation(rawValue: Int64.random(in: 1...Int64.max))
    }
}

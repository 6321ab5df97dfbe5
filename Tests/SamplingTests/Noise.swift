import Glibc
import TestSupport

/// A seeded random source of deviates.
struct Noise: RandomNumberGenerator {
    private var source: SplitMix

    init(seed: UInt64) {
        source = SplitMix(seed: seed)
    }

    mutating func next() -> UInt64 {
        source.next()
    }

    /// A normal deviate.
    mutating func normal(_ sigma: Double) -> Double {
        let u = Double.random(in: 1e-12..<1, using: &self)
        let v = Double.random(in: 0..<1, using: &self)
        return sigma * (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }

    /// One of the values.
    mutating func pick(_ values: Double...) -> Double {
        values.randomElement(using: &self) ?? 0
    }
}

import Glibc

/// A seeded random source (SplitMix64), so that a failure can be run again.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
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

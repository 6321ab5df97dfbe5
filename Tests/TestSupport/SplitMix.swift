/// SplitMix64: the same sequence for the same seed, so that a failure can be run again (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators").
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// The sequence of `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

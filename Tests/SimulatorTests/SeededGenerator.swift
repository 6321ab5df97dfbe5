/// SplitMix64: the same sequence for the same seed (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators").
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0xd1b5_4a32_d192_ed03
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// The chance of one run, shared by all its parts, so that one seed tells the whole run.
final class Chance {
    private var generator: SeededGenerator

    init(_ seed: UInt64) {
        generator = SeededGenerator(seed)
    }

    func number() -> UInt64 { generator.next() }

    func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }

    func fraction() -> Double { .random(in: 0..<1, using: &generator) }

    /// True in one of `count` cases.
    func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }

    /// A generator of its own for a part that wants to own one.
    func fork() -> SeededGenerator { SeededGenerator(generator.next()) }
}

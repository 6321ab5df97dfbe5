import TestSupport

/// The chance of one run, shared by all its parts, so that one seed tells the whole run.
final class Chance {
    private var generator: SplitMix

    init(_ seed: UInt64) {
        generator = Self.generator(of: seed)
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
    func fork() -> SplitMix { Self.generator(of: generator.next()) }

    /// Seeds that follow one another are far apart.
    private static func generator(of seed: UInt64) -> SplitMix { SplitMix(seed: seed &* 0xd1b5_4a32_d192_ed03) }
}

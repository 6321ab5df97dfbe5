import CFaultyDisk
import Foundation
import Testing

/// The real agent and uploader in virtual time, and all that can go wrong, drawn from one seed.
///
/// `WAYPOST_SEED=N swift test --filter SimulatorTests` runs one seed alone and tells what happens in it; `N-M` some.
@Suite struct SimulatorTests {
    private static let environment = ProcessInfo.processInfo.environment

    private static var seeds: ClosedRange<UInt64> {
        let named = environment["WAYPOST_SEED"]?.split(separator: "-").compactMap { UInt64($0) } ?? []
        if let first = named.first, let last = named.last { return first...max(first, last) }
        return 1...(environment["WAYPOST_LONG"] == "1" ? 10_000 : 500)
    }

    private struct Outcome {
        var faults: Int64 = 0
        var fixes = 0
        var violations: [String] = []
    }

    @Test func nothingIsLostInventedOrMisplacedWhateverHappens() async {
        #expect(faulty_disk_install() == 0)
        let seeds = Self.seeds
        let shares = min(ProcessInfo.processInfo.activeProcessorCount, seeds.count)
        let outcome = await withTaskGroup(of: Outcome.self) { group in
            for share in 0..<shares {
                group.addTask {
                    Self.run(stride(from: seeds.lowerBound + UInt64(share), through: seeds.upperBound, by: shares))
                }
            }
            var sum = Outcome()
            for await part in group {
                sum.faults += part.faults
                sum.fixes += part.fixes
                sum.violations += part.violations
            }
            return sum
        }
        if seeds.count >= 500 {
            #expect(outcome.faults >= 10 * seeds.count && outcome.fixes >= 20 * seeds.count, "it hardly did anything")
        }
        for violation in outcome.violations { Issue.record(Comment(rawValue: violation)) }
        print(
            "Simulator: \(seeds.count) runs, \(outcome.faults) faults, \(outcome.fixes) fixes kept, "
                + "\(outcome.violations.count) violations")
    }

    private static func run(_ seeds: StrideThrough<UInt64>) -> Outcome {
        var outcome = Outcome()
        for seed in seeds {
            do {
                let world = try World(
                    seed: seed, isTracing: environment["WAYPOST_SEED"].map { UInt64($0) != nil } ?? false)
                defer {
                    outcome.faults += world.faults
                    outcome.fixes += world.books.kept.count
                }
                try world.run()
            } catch {
                let violation = "seed \(seed): \(error); WAYPOST_SEED=\(seed) swift test --filter SimulatorTests"
                print(violation)
                outcome.violations.append(violation)
            }
        }
        return outcome
    }
}

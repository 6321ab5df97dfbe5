import Foundation
import Testing

/// Tries the seeds of the fuzzer without it, so that a fault it once found stays found on every machine.
@Suite(.serialized) struct SeedTests {
    @Test(arguments: FuzzTarget.all.map(\.name)) func everySeedKeepsTheRules(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../corpus/\(name)")
        let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!seeds.isEmpty)
        for seed in seeds {
            let bytes = try [UInt8](Data(contentsOf: seed))
            #expect(throws: Never.self, "\(name)/\(seed.lastPathComponent)") { try target.check(bytes) }
        }
    }
}

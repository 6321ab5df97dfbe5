import Foundation
import Testing

@testable import Configuration

private protocol HasDefault {
    var isDefaultRight: Bool { get }
}

extension SettingKey: HasDefault {
    /// Some values are not Equatable; their descriptions tell them apart well enough.
    fileprivate var isDefaultRight: Bool {
        guard let fallbackText else { return true }
        return (try? kind.parse(fallbackText)).map { "\($0)" } == "\(fallback)"
    }
}

@Suite struct SettingTableTests {
    @Test func everyDefaultIsWhatItsTextMeans() {
        for key in SettingTable.all {
            #expect((key as? any HasDefault)?.isDefaultRight == true, "\(key.name)")
        }
    }

    /// The contract itself, where it lies beside the package.
    private static let contract = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../shared/reference/settings.md").standardizedFileURL.path

    @Test(.enabled(if: FileManager.default.fileExists(atPath: contract), "no shared/reference/settings.md here"))
    func theTableHasEveryKeyOfTheContract() throws {
        let text = try String(contentsOfFile: Self.contract, encoding: .utf8)
        var names: Set<String> = []
        for row in text.split(separator: "\n") where row.hasPrefix("| `") {
            var section = ""
            for name in row.split(separator: "|")[0].split(separator: ",") {
                let name = name.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                guard !name.contains(" "), name.contains(".") else { continue }
                if !name.hasPrefix(".") { section = String(name.prefix { $0 != "." }) }
                names.insert(name.hasPrefix(".") ? section + name : name)
            }
        }
        #expect(names == Set(SettingTable.all.map(\.name)))
    }
}

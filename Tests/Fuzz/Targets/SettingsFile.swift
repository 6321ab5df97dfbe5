@testable import Configuration

/// A settings file, read as every daemon reads it.
enum SettingsFile {
    private static let facts: MachineFacts = {
        var facts = MachineFacts(hostName: "box")
        facts.machineID = "0123456789abcdef0123456789abcdef"
        facts.serialNumber = "10000000abcdef01"
        facts.credentialsDirectory = "/run/credentials/waypost"
        facts.home = "/home/somebody"
        return facts
    }()

    static func check(_ input: [UInt8]) throws(Violation) {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let file = ScratchFile.holding(input, as: "settings")
        try check(AgentSettings.self, SettingsSource(files: [file]), lines: lines.count)
        try check(UploaderSettings.self, SettingsSource(files: [file]), lines: lines.count)
        let overrides = lines.map { String(decoding: $0, as: UTF8.self) }
        try check(UploaderSettings.self, SettingsSource(files: [], overrides: overrides, defaultFile: ""), lines: 0)
    }

    private static func check<Group: SettingsGroup & Equatable>(
        _ group: Group.Type, _ source: SettingsSource, lines: Int
    ) throws(Violation) {
        switch load(group, source) {
        case .success(let loaded): try checkPrinting(loaded)
        case .failure(let error): try check(error, file: source.files.first, lines: lines)
        }
    }

    private static func load<Group: SettingsGroup>(
        _ group: Group.Type, _ source: SettingsSource
    ) -> Result<LoadedSettings<Group>, SettingsError> {
        do throws(SettingsError) {
            return .success(try source.load(group, facts: facts))
        } catch {
            return .failure(error)
        }
    }

    /// What is in force, written as a file, is the same settings.
    private static func checkPrinting<Group: SettingsGroup & Equatable>(
        _ loaded: LoadedSettings<Group>
    ) throws(Violation) {
        var text = ""
        for (name, value) in loaded.effective.sorted(by: { $0.key < $1.key }) {
            guard let dot = name.firstIndex(of: "."), SettingTable.key(name)?.fallbackText != value else { continue }
            text += "[\(name[..<dot])]\n\(name[name.index(after: dot)...]) = \(value)\n"
        }
        let file = ScratchFile.holding(text.utf8, as: "printed-settings")
        switch load(Group.self, SettingsSource(files: [file])) {
        case .success(let again):
            try demand(again.settings == loaded.settings, "printed and read again they differ:\n\(text)")
            try demand(again.effective == loaded.effective, "printed and read again the texts differ:\n\(text)")
        case .failure(let error):
            throw Violation(description: "printed, they are not accepted: \(error)\n\(text)")
        }
    }

    /// Each fault is one line that says where it stands.
    private static func check(_ error: SettingsError, file: String?, lines: Int) throws(Violation) {
        try demand(!error.faults.isEmpty, "refused without a fault")
        for fault in error.faults {
            try demand(!fault.reason.isEmpty, "a fault without a reason")
            try demand(!fault.description.utf8.contains(UInt8(ascii: "\n")), "a fault of several lines: \(fault)")
            guard let place = fault.place, place != "--set" else { continue }
            let line = place.split(separator: ":").last.flatMap { Int($0) }
            try demand(
                file.map(place.hasPrefix) ?? false && (1...max(1, lines)).contains(line ?? 0),
                "the fault is not in the file: \(fault)")
        }
    }
}

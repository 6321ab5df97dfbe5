import Glibc
import Runtime

/// Where settings come from: files, drop-ins, and the command line.
public struct SettingsSource: Equatable, Sendable {
    /// `--config`: if not empty, these replace the default file and its drop-ins.
    public var files: [String]
    /// `--set`: `section.key=value`, which win over files.
    public var overrides: [String]
    /// The default file. Its drop-ins are `*.conf` in the directory of the same name with `.d`.
    public var defaultFile: String

    /// The default files unless others are named.
    public init(files: [String] = [], overrides: [String] = [], defaultFile: String = "/etc/waypost/waypost.conf") {
        self.files = files
        self.overrides = overrides
        self.defaultFile = defaultFile
    }

    /// What a command line asked for.
    public init(_ options: ParsedOptions) {
        self.init(files: options.configFiles, overrides: options.overrides)
    }

    /// Reads the settings of `group`. Every fault of every source is in the error.
    public func load<Group: SettingsGroup>(
        _ group: Group.Type, facts: MachineFacts = .current
    ) throws(SettingsError) -> LoadedSettings<Group> {
        let (settings, reader) = read(group, facts)
        guard reader.faults.isEmpty else { throw SettingsError(faults: reader.faults.map(advised)) }
        return LoadedSettings(settings: settings, effective: reader.effective)
    }

    /// Reads where the daemons and their stores are to be found. Only what keeps one from finding them is in the error,
    /// and what the command line itself has wrong; other faults of files come along.
    public func locate<Group: SettingsGroup>(
        _ group: Group.Type, facts: MachineFacts = .current
    ) throws(SettingsError) -> (settings: Group, passedOver: [SettingFault]) {
        let (settings, reader) = read(group, facts)
        let isHarmless = reader.faults.allSatisfy { fault in
            guard let place = fault.place, place != SettingCollector.commandLine else { return false }
            return fault.key.map { !SettingTable.places.contains($0) } ?? true
        }
        guard isHarmless else { throw SettingsError(faults: reader.faults.map(advised)) }
        return (settings, reader.faults)
    }

    private func read<Group: SettingsGroup>(
        _ group: Group.Type, _ facts: MachineFacts
    ) -> (settings: Group, reader: SettingReader) {
        var collector = SettingCollector()
        if files.isEmpty {
            collector.readDefaults(defaultFile)
        } else {
            for file in files { collector.read(file, mayBeMissing: false) }
        }
        for override in overrides { collector.set(override) }
        let reader = SettingReader(entries: collector.entries, faults: collector.faults, facts: facts)
        reader.checkAll()
        SettingCombinations.check(reader)
        return (Group(from: reader), reader)
    }

    /// What is missing has no place; say where one writes it.
    private func advised(_ fault: SettingFault) -> SettingFault {
        guard fault.place == nil, let key = fault.key, let dot = key.firstIndex(of: ".") else { return fault }
        let file = files.last ?? defaultFile + ".d/box.conf"
        var fault = fault
        fault.advice = "write it into \(file) under [\(key[..<dot])]: \(key[key.index(after: dot)...]) = ..."
        return fault
    }
}

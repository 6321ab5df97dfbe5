import Glibc
import Runtime

/// Gathers entries from files and the command line, later ones over earlier ones.
struct SettingCollector {
    /// The place of what stands on the command line.
    static let commandLine = "--set"

    private(set) var entries: [String: SettingEntry] = [:]
    private(set) var faults: [SettingFault] = []

    /// `file` and then its drop-ins in the order of their names, as bytes. None of them need exist.
    mutating func readDefaults(_ file: String) {
        read(file, mayBeMissing: true)
        do throws(RuntimeError) {
            for dropIn in try Self.dropIns(of: file) { read(dropIn, mayBeMissing: false) }
        } catch .system(_, ENOENT) {
            return
        } catch {
            faults.append(Self.unreadable(file + ".d", error, mode: "755"))
        }
    }

    /// The drop-ins of `file`, in the order in which they count.
    static func dropIns(of file: String) throws(RuntimeError) -> [String] {
        let directory = file + ".d"
        return try Directory.names(in: directory).filter { $0.hasSuffix(".conf") }.map { "\(directory)/\($0)" }
    }

    /// What is closed to us is closed to others who have to read it, and no secret.
    private static func unreadable(_ path: String, _ error: RuntimeError, mode: String) -> SettingFault {
        var fault = SettingFault(reason: "\(error)")
        if case .system(_, EACCES) = error { fault.advice = "chmod \(mode) \(path)" }
        return fault
    }

    /// Takes over what `file` sets.
    mutating func read(_ file: String, mayBeMissing: Bool) {
        let text: String
        do throws(RuntimeError) {
            text = try TextFile.read(file)
        } catch .system(_, ENOENT) where mayBeMissing {
            return
        } catch {
            faults.append(Self.unreadable(file, error, mode: "644"))
            return
        }
        let content = INIFile(text)
        faults += content.faults.map { SettingFault(place: "\(file):\($0.line)", reason: $0.reason) }
        for (line, name) in content.emptySections.sorted(by: { $0.key < $1.key })
        where !SettingTable.sections.contains(name) {
            faults.append(SettingFault(place: "\(file):\(line)", reason: Self.unknown(name)))
        }
        var lines: [String: Int] = [:]
        for entry in content.entries {
            let key = "\(entry.section).\(entry.key)"
            let place = "\(file):\(entry.line)"
            if let line = lines[key] {
                faults.append(
                    SettingFault(
                        place: place, key: key, value: entry.value,
                        reason: "already set in line \(line) of this file; remove one of them"))
                continue
            }
            lines[key] = entry.line
            put(key, SettingEntry(value: entry.value, place: place))
        }
    }

    /// Takes over one `--set`.
    mutating func set(_ override: String) {
        guard let equals = override.utf8.firstIndex(of: UInt8(ascii: "=")), override[..<equals].contains(".") else {
            faults.append(SettingFault(place: Self.commandLine, reason: "\"\(override)\" is not SECTION.KEY=VALUE"))
            return
        }
        let value = override[override.utf8.index(after: equals)...].trimmingBlanks()
        put(String(override[..<equals].trimmingBlanks()), SettingEntry(value: String(value), place: Self.commandLine))
    }

    private mutating func put(_ key: String, _ entry: SettingEntry) {
        if SettingTable.key(key) != nil {
            entries[key] = entry
        } else {
            let fault = SettingFault(place: entry.place, key: key, value: entry.value, reason: Self.unknown(key))
            faults.append(fault)
        }
    }

    /// What to say about a name that is not in the table.
    private static func unknown(_ name: String) -> String {
        let section = String(name.prefix { $0 != "." })
        let key = name.dropFirst(section.count + 1)
        if SettingTable.sections.contains(section) {
            let siblings = SettingTable.all.map(\.name).filter { $0.hasPrefix(section + ".") }
            if let near = NearestName.to(String(key), among: siblings.map { String($0.dropFirst(section.count + 1)) }) {
                return "there is no such key; did you mean \(section).\(near)?"
            }
            if let other = SettingTable.all.first(where: { $0.name.hasSuffix(".\(key)") }) {
                return "there is no such key; did you mean \(other.name)?"
            }
            return "there is no such key; [\(section)] has "
                + siblings.map { String($0.dropFirst(section.count + 1)) }.joined(separator: ", ")
        }
        let near = NearestName.to(section, among: SettingTable.sections.sorted())
        return "there is no section [\(section)]; "
            + (near.map { "did you mean [\($0)]?" }
                ?? "sections: \(SettingTable.sections.sorted().joined(separator: ", "))")
    }
}

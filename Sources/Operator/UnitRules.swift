import Runtime

/// Whom a unit lets its service talk to and where it lets it write, as its file and its drop-ins say (systemd.unit(5)).
///
/// What was written since the unit was loaded counts too: it will at the next `daemon-reload`.
struct UnitRules {
    /// In the order of their weight.
    private static let directories = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
        "/lib/systemd/system",
    ]

    private var allowed: [AddressRange] = []
    private var denied: [AddressRange] = []
    /// All that may be written where the file system is `strict`ly protected.
    private var writable: [String] = []
    private var protectsSystem = ""
    private var protectsHome = ""

    /// What the files below `root` say of `unit`; nil if there is no such unit.
    init?(unit: String, root: String) {
        let directories = Self.directories.map { root + $0 }
        guard let main = directories.lazy.compactMap({ try? TextFile.read("\($0)/\(unit)") }).first else { return nil }
        read(main)
        var dropIns: [String: String] = [:]
        for directory in directories {
            for name in (try? Directory.names(in: "\(directory)/\(unit).d")) ?? [] where name.hasSuffix(".conf") {
                dropIns[name] = dropIns[name] ?? "\(directory)/\(unit).d/\(name)"
            }
        }
        for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) {
            if let text = try? TextFile.read(path) { read(text) }
        }
    }

    /// What is allowed by name goes, whatever is denied; what nobody names goes too.
    func lets(_ address: IPAddress) -> Bool {
        allowed.contains { $0.contains(address) } || !denied.contains { $0.contains(address) }
    }

    /// Whether homes are there, of which `path` may be one's.
    func shows(_ path: String) -> Bool {
        guard ["yes", "true", "on", "1", "tmpfs"].contains(protectsHome) else { return true }
        return !["/home", "/root", "/run/user"].contains { Self.isPath(path, in: $0) }
    }

    /// What is written in `directory` gets there.
    func lets(writeIn directory: String) -> Bool {
        protectsSystem != "strict" || writable.contains { Self.isPath(directory, in: $0) }
    }

    private static func isPath(_ path: String, in directory: String) -> Bool {
        path.split(separator: "/").starts(with: directory.split(separator: "/"))
    }

    private mutating func read(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let words = parts[1].split(separator: " ").map(String.init)
            switch parts[0].filter({ $0 != " " }) {
            case "IPAddressAllow": Self.add(words, to: &allowed)
            case "IPAddressDeny": Self.add(words, to: &denied)
            case "ReadWritePaths":
                if words.isEmpty { writable = [] }
                // A path may be marked as one that need not exist, or as one below the service's own root.
                writable += words.map { String($0.drop { $0 == "-" || $0 == "+" }) }
            case "ProtectSystem": protectsSystem = words.last ?? ""
            case "ProtectHome": protectsHome = words.last ?? ""
            default: break
            }
        }
    }

    /// An empty setting takes back what came before it.
    private static func add(_ words: [String], to list: inout [AddressRange]) {
        if words.isEmpty { list = [] }
        list += words.flatMap(AddressRange.list)
    }
}

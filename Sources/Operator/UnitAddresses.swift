import Runtime

/// Whom a unit lets its service talk to, as its file and its drop-ins say (systemd.unit(5)).
///
/// What was written since the unit was loaded counts too: it will at the next `daemon-reload`.
struct UnitAddresses {
    /// In the order of their weight.
    private static let directories = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
        "/lib/systemd/system",
    ]

    private var allowed: [AddressRange] = []
    private var denied: [AddressRange] = []

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

    private mutating func read(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let words = parts[1].split(separator: " ").map(String.init)
            switch parts[0].filter({ $0 != " " }) {
            case "IPAddressAllow": Self.add(words, to: &allowed)
            case "IPAddressDeny": Self.add(words, to: &denied)
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

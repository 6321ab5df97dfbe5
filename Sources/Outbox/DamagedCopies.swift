/// The damaged files of a store that were moved aside: for a person to look at, and the first to go where there is no
/// room.
struct DamagedCopies {
    /// How many are kept at most.
    static let kept = 3

    private let stem: String

    /// Those of the store at `path`.
    init(of path: String) {
        stem = path + ".corrupt-"
    }

    /// Their paths, the oldest first as far as their names tell: those of a box that began in 1970 come first.
    var all: [String] {
        Files.beginning(with: stem).filter { !$0.hasSuffix("-wal") }.sorted { age($0) < age($1) }
    }

    /// A path for one that is moved aside at `seconds` since 1970.
    func newPath(seconds: Int64) -> String {
        var path = "\(stem)\(seconds)"
        while Files.exists(path) { path += "+" }
        return path
    }

    /// Leaves at most `kept`, `newest` among them, whatever its name says.
    func thin(besides newest: String) {
        for path in all.filter({ $0 != newest }).dropLast(Self.kept - 1) { remove(path) }
    }

    /// Removes the oldest one that can be removed, and returns its path; nil if there is none.
    func removeOldest() -> String? {
        all.first(where: remove)
    }

    @discardableResult
    private func remove(_ path: String) -> Bool {
        Files.remove(path + "-wal")
        return Files.remove(path)
    }

    private func age(_ path: String) -> (seconds: Int64, name: Int) {
        (Int64(path.dropFirst(stem.count).prefix { $0 != "+" }) ?? .min, path.count)
    }
}

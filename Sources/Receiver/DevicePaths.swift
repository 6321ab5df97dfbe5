import Glibc

/// gpsd's device paths, in the order of their first report.
struct DevicePaths {
    /// Room for devices; gpsd itself serves 4 to 12 at a time. All later ones share the last place.
    static let maximum = 32

    /// The paths by their index; `""` stands for a report that names none.
    private(set) var names: [String] = []
    /// The same as bytes, to be compared without an allocation.
    private var bytes: [[UInt8]] = []

    /// The index of a path that was reported before; nil for any other.
    func index(of path: UnsafeRawBufferPointer) -> Int? {
        guard let base = path.baseAddress else { return nil }
        return bytes.firstIndex { $0.count == path.count && memcmp($0, base, path.count) == 0 }
    }

    /// The index of a path, which is remembered from now on if there is room.
    mutating func add(_ path: UnsafeRawBufferPointer) -> Int {
        if let known = index(of: path) { return known }
        guard bytes.count < Self.maximum else { return Self.maximum - 1 }
        names.append(String(decoding: path, as: UTF8.self))
        bytes.append(Array(path))
        return bytes.count - 1
    }
}

import Glibc

/// Directories as lists of names.
public enum Directory {
    /// The names in the directory at `path`, without those that begin with a dot, in the order of their bytes.
    public static func names(in path: String) throws(RuntimeError) -> [String] {
        guard let stream = opendir(path) else { throw .system("cannot read \(path)", errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = Glibc.readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

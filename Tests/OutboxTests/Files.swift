import Foundation

func contents(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
}

/// Puts an old copy in the place of a database, as a restored backup would.
func replace(_ path: String, with data: Data) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try data.write(to: URL(fileURLWithPath: path))
}

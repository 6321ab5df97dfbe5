import Foundation
import SQLite

/// Overwrites `count` bytes of the file at `path` from `offset` on, as a card does that goes bad.
public func damage(_ path: String, at offset: Int, count: Int) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(repeating: 0xa5, count: count))
    try file.close()
}

/// Damages the root page of `table` in the database at `path`, of which nothing may be left in the WAL.
public func damageRoot(of table: String, in path: String) throws {
    let connection = try Connection(path: path, mode: .readOnly)
    let select = try connection.prepare("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")
    guard try select.step(), let size = try connection.pragma("page_size") else {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    try damage(path, at: Int((select.integer(0) - 1) * size), count: 400)
}

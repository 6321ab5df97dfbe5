import Foundation

/// The receiver logs of gpsd with the output that gpsd 3.27.5 makes of them, where they are at hand.
enum ReceiverLogs {
    /// `shared/data/gpsd-logs` beside the package.
    static let folder: URL? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/data/gpsd-logs")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// All logs, without `.log`.
    static let names: [String] = {
        let files = (try? folder.map { try FileManager.default.contentsOfDirectory(atPath: $0.path) }) ?? []
        return files.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
    }()

    /// gpsd's reports of a log, line by line.
    static func reports(_ log: String) throws -> [Data] {
        try read(log + ".log.chk").split(separator: 0x0A)
    }

    /// What the receiver sent: the log without the comments of the person who made it.
    static func raw(_ log: String) throws -> [UInt8] {
        var bytes = Array(try read(log + ".log"))[...]
        while bytes.first == UInt8(ascii: "#") {
            bytes = bytes.drop { $0 != 0x0A }.dropFirst()
        }
        return Array(bytes)
    }

    private static func read(_ name: String) throws -> Data {
        try Data(contentsOf: (folder ?? URL(fileURLWithPath: "/nonexistent")).appendingPathComponent(name))
    }
}

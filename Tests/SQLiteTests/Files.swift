import Foundation

func fileExists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}

func fileSize(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? -1
}

func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) {
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    try? file.seek(toOffset: offset)
    file.write(Data(bytes))
    try? file.close()
}

import Glibc

/// Reads a certificate or a key.
enum PEMFile {
    /// Bytes of the largest file that is read: some dozens of certificates.
    private static let limit = 1 << 18

    /// The text of the file that `option` names.
    static func read(_ path: String, for option: String) throws(TrackerError) -> String {
        guard let file = fopen(path, "re") else {
            throw .file(option: option, path: path, String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count < limit, let text = String(validating: bytes[..<count], as: UTF8.self),
            text.contains("-----BEGIN ")
        else { throw .file(option: option, path: path, "it is not a PEM file") }
        return text
    }
}

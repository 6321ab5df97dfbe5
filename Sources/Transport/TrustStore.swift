import CCurl
import Glibc

/// Where libcurl finds the system's certificate authorities.
///
/// libcurl as Debian builds it names both a bundle and a directory, and then parses the whole bundle for each new
/// connection (30 ms and 1.4 MB on a PC). A directory whose files are named by hash is looked up by name instead, so
/// where there is one, the bundle is left out; else the directory is, and libcurl keeps the parsed bundle.
enum TrustStore {
    /// Has `easy` trust the authorities in the PEM bundle `file`, or those of the system.
    static func apply(_ file: String?, to easy: UnsafeMutableRawPointer) {
        if let file {
            ccurl_set_string(easy, CURLOPT_CAINFO, file)
            ccurl_set_string(easy, CURLOPT_CAPATH, nil)
        } else if hasHashedDirectory {
            ccurl_set_string(easy, CURLOPT_CAINFO, nil)
        } else {
            ccurl_set_string(easy, CURLOPT_CAPATH, nil)
        }
    }

    private static let hasHashedDirectory: Bool = {
        guard let path = curl_version_info(CURLVERSION_SEVENTH)?.pointee.capath, let directory = opendir(path) else {
            return false
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { $0 } }
            if isHashed(name) { return true }
        }
        return false
    }()

    /// `XXXXXXXX.0`, the first of a hash (c_rehash(1)).
    private static func isHashed(_ name: [UInt8]) -> Bool {
        name.count == 10 && name.suffix(2) == Array(".0".utf8)[...]
            && name.prefix(8).allSatisfy { digit in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
            }
    }
}

import CCrypto

/// SHA-256 and its HMAC, from libcrypto (FIPS 180-4, RFC 2104).
///
/// Should libcrypto offer no SHA-256, every result is empty: then nothing that is signed verifies anywhere.
public enum SHA256 {
    /// Fetched once: what EVP_sha256() returns is looked up anew each time it is used. Never changed.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// The 32 bytes of the digest of `message`.
    public static func hash(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes(hash)
    }

    /// The 32 bytes of the digest of the UTF-8 of `message`.
    static func hash(_ message: String) -> [UInt8] {
        var message = message
        return message.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }

    private static func hash(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        var length: UInt32 = 0
        return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            let done = EVP_Digest(message.baseAddress, message.count, buffer.baseAddress, &length, algorithm, nil)
            count = done == 1 ? Int(length) : 0
        }
    }

    /// The 32 bytes of the HMAC of `message` under `key`.
    public static func authenticationCode(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var length: UInt32 = 0
        let code = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            let start = buffer.baseAddress
            let done = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, start, &length)
            count = done == nil ? 0 : Int(length)
        }
        return code
    }

    /// True if both are equal, in a time that tells nothing about where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}

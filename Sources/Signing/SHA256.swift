import CCrypto

/// SHA-256 and its HMAC, from libcrypto (FIPS 180-4, RFC 2104).
///
/// Should libcrypto offer no SHA-256, every result is empty: then nothing that is signed verifies anywhere.
public enum SHA256 {
    /// The 32 bytes of the digest of `message`.
    public static func hash(_ message: [UInt8]) -> [UInt8] {
        var length: UInt32 = 0
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            let done = EVP_Digest(message, message.count, buffer.baseAddress, &length, EVP_sha256(), nil)
            count = done == 1 ? Int(length) : 0
        }
        return digest
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

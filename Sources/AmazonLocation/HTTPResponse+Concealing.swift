import Glibc
import Signing
import Transport

extension HTTPResponse {
    /// The answer without the secrets that its request was signed with. Some proxies repeat what they were sent, and
    /// what is said of an error goes into logs, states and stores.
    public func concealing(_ credentials: Credentials) -> HTTPResponse {
        var answer = self
        for secret in credentials.keys.secrets {
            answer.body = answer.body.concealing(secret)
            for index in answer.headers.indices {
                let value = Array(answer.headers[index].value.utf8)
                let plain = value.concealing(secret)
                if plain.count != value.count {
                    answer.headers[index].value = String(decoding: plain, as: UTF8.self)
                }
            }
        }
        return answer
    }
}

extension SigningCredentials {
    /// What must not be told, as it is and as some write it in JSON. What is shorter than any key of AWS is none.
    fileprivate var secrets: [[UInt8]] {
        let plain = [secretAccessKey, sessionToken ?? ""].map { Array($0.utf8) }.filter { $0.count >= 8 }
        let slash = UInt8(ascii: "/")
        let escaped = plain.filter { $0.contains(slash) }.map { secret in
            secret.flatMap { $0 == slash ? [UInt8(ascii: "\\"), slash] : [$0] }
        }
        return plain + escaped
    }
}

extension [UInt8] {
    /// The bytes with three asterisks for each occurrence of `secret`.
    fileprivate func concealing(_ secret: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var start = 0
        while let found = offset(of: secret, from: start) {
            plain += self[start..<found]
            plain += "***".utf8
            start = found + secret.count
        }
        return start == 0 ? self : plain + self[start...]
    }

    private func offset(of secret: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = secret.first else { return nil }
            var start = start
            while bytes.count - start >= secret.count,
                let found = memchr(base + start, Int32(first), bytes.count - start - secret.count + 1)
            {
                if memcmp(found, secret, secret.count) == 0 { return UnsafeRawPointer(found) - base }
                start = UnsafeRawPointer(found) - base + 1
            }
            return nil
        }
    }
}

/// The key of one scope, derived from a secret access key by four HMACs. Never printed.
struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    init(secret: String, scope: CredentialScope) {
        let start = Array("AWS4".utf8) + Array(secret.utf8)
        bytes = [scope.day, scope.region, scope.service, "aws4_request"].reduce(start) { key, part in
            SHA256.authenticationCode(key: key, message: Array(part.utf8))
        }
    }

    /// The signature of `stringToSign` in hexadecimal digits.
    func signature(of stringToSign: String) -> String {
        Hexadecimal.encoded(SHA256.authenticationCode(key: bytes, message: Array(stringToSign.utf8)))
    }

    var description: String { "signing key" }

    var customMirror: Mirror { Mirror(self, children: [:]) }
}

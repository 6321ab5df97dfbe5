/// The parts of `Authorization: AWS4-HMAC-SHA256 Credential=..., SignedHeaders=..., Signature=...`.
struct AuthorizationHeader: Equatable, Sendable {
    let accessKeyID: String
    let scope: CredentialScope
    /// Lower case, in the order of the header.
    let signedHeaders: [String]
    /// 64 hexadecimal digits.
    let signature: String

    init(_ value: String) throws(VerificationFailure) {
        let prefix = CanonicalRequest.algorithm + " "
        guard value.hasPrefix(prefix) else { throw .incomplete("its algorithm is not \(CanonicalRequest.algorithm)") }
        var parameters: [Substring: Substring] = [:]
        for part in value.dropFirst(prefix.count).split(whereSeparator: { $0 == "," || $0 == " " }) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { parameters[pair[0]] = pair[1] }
        }
        guard let credential = parameters["Credential"] else { throw .incomplete("it names no Credential") }
        guard let names = parameters["SignedHeaders"] else { throw .incomplete("it names no SignedHeaders") }
        guard let signature = parameters["Signature"] else { throw .incomplete("it has no Signature") }
        let parts = credential.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[4] == "aws4_request" else {
            throw .incomplete("its Credential is not KEY/DAY/REGION/SERVICE/aws4_request")
        }
        accessKeyID = String(parts[0])
        scope = CredentialScope(day: String(parts[1]), region: String(parts[2]), service: String(parts[3]))
        signedHeaders = names.split(separator: ";").map { $0.lowercased() }
        self.signature = String(signature)
    }
}

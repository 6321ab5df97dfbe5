import Positioning

/// Why a request's signature was not accepted, with the names and words that AWS uses for it.
public enum VerificationFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// No `Authorization` header.
    case missingAuthentication
    /// The header, or what it needs besides, is not there or not readable. Says what.
    case incomplete(String)
    /// Nobody has that access key id.
    case unknownAccessKey(String)
    /// Signed for another region, service or day. Says what it should be.
    case wrongScope(String)
    /// The session token is not the one of the access key.
    case wrongSessionToken
    /// The signature is right, but was made too early or too late.
    case skewed(signedAt: UTCTime, now: UTCTime)
    /// The signature is not that of this request; holds what it should have been computed from.
    case signatureMismatch(canonicalRequest: String, stringToSign: String)

    /// The error name of AWS; all of them go with status 403.
    public var code: String {
        switch self {
        case .missingAuthentication: "MissingAuthenticationTokenException"
        case .incomplete: "IncompleteSignatureException"
        case .unknownAccessKey, .wrongSessionToken: "UnrecognizedClientException"
        case .wrongScope, .skewed, .signatureMismatch: "InvalidSignatureException"
        }
    }

    /// The message that goes with `code`.
    public var description: String {
        switch self {
        case .missingAuthentication: "Missing Authentication Token"
        case .incomplete(let what): "The request's signature is incomplete: \(what)."
        case .unknownAccessKey, .wrongSessionToken: "The security token included in the request is invalid."
        case .wrongScope(let right): "Credential should be scoped to \(right)."
        case .skewed(let signedAt, let now):
            signedAt < now
                ? "Signature expired: \(signedAt.signingTimestamp) is now earlier than \(now.signingTimestamp) by too much."
                : "Signature not yet current: \(signedAt.signingTimestamp) is still later than \(now.signingTimestamp)."
        case .signatureMismatch:
            "The request signature we calculated does not match the signature you provided. Check your AWS Secret "
                + "Access Key and signing method. Consult the service documentation for details."
        }
    }
}

import AmazonLocation
import Transport

/// What kind of outcome an attempt to send a batch had: the rows of the table of outcomes.
///
/// The names are read first and the status second, because a proxy may change the status and the layers in front of
/// the service use statuses that its model does not list (Amazon Location API reference, "Common errors").
public enum Outcome: String, CaseIterable, Sendable {
    /// 200 with an `Errors` array: each fix has its own outcome.
    case answered
    /// An answer that proves nothing: a captive portal, a redirect, an unreadable body, no `Errors`.
    case unproven
    /// No name for the host, no connection to it, no TLS handshake in time: nothing was sent.
    case unreachable
    /// The request may have arrived, but no whole answer came back.
    case answerLost = "answer-lost"
    /// The peer is not who it should be, or no common TLS.
    case untrusted
    /// The peer's certificate is not valid at the time that this machine believes in.
    case certificateTime = "certificate-time"
    /// libcurl cannot carry out the request at all.
    case unsendable
    /// 408 or 5xx: the service failed.
    case serverFault = "server-fault"
    /// 429 or a throttling name: too many requests, of this box or of the account.
    case throttled
    /// The signing time is too far from the service's clock.
    case clockRefused = "clock-refused"
    /// The signature does not match: a wrong key, or a wrong clock.
    case signatureRefused = "signature-refused"
    /// The session token is past its time.
    case credentialsExpired = "credentials-expired"
    /// The service does not know the key, or the signature is incomplete.
    case credentialsRefused = "credentials-refused"
    /// No credentials could be had, for a reason that passes by itself.
    case credentialsUnreachable = "credentials-unreachable"
    /// No credentials can be had until somebody mends something.
    case credentialsMissing = "credentials-missing"
    /// Signed and understood, but not allowed.
    case forbidden
    /// The tracker does not exist in this account and region.
    case trackerMissing = "tracker-missing"
    /// A quota or a state of the account, not of the data.
    case accountRefused = "account-refused"
    /// ValidationException: at least one fix, or the request as a whole, breaks a rule.
    case invalid
    /// 413 and any other 4xx that the service does not model.
    case unmodelled

    /// Names that AWS standard retries treat as throttling, whatever the status.
    private static let throttlingNames: Set<String> = [
        "Throttling", "ThrottlingException", "ThrottledException", "RequestThrottled", "RequestThrottledException",
        "TooManyRequestsException", "ProvisionedThroughputExceededException", "TransactionInProgressException",
        "RequestLimitExceeded", "BandwidthLimitExceeded", "LimitExceededException", "SlowDown",
        "EC2ThrottledException",
    ]

    /// The kind of a request-level failure.
    public init(_ failure: CallFailure) {
        switch failure {
        case .transport(let failure): self = Self(transport: failure.kind)
        case .service(let error): self = Self(named: error.code) ?? Self(status: error.status)
        case .notTheService: self = .unproven
        case .credentials: self = .credentialsMissing
        }
    }

    /// The kind of a failure to get credentials: then nothing was sent to the tracker.
    ///
    /// Cognito's and IoT's refusals hold, whatever their name; what passes by itself does not.
    public init(credentials failure: CallFailure) {
        switch (failure, Self(failure)) {
        case (.credentials, _): self = .credentialsMissing
        case (_, .untrusted): self = .untrusted
        case (_, .certificateTime): self = .certificateTime
        case (.transport, _), (_, .serverFault), (_, .throttled), (_, .unproven): self = .credentialsUnreachable
        default: self = .credentialsMissing
        }
    }

    private init(transport kind: TransportFailure.Kind) {
        switch kind {
        case .resolve, .connect: self = .unreachable
        case .timeout, .cut: self = .answerLost
        case .tls: self = .untrusted
        case .certificateTime: self = .certificateTime
        case .tooLarge: self = .unproven
        case .other: self = .unsendable
        }
    }

    private init?(named code: String) {
        switch code {
        case "InternalServerException", "InternalError", "InternalFailure", "ServiceUnavailable",
            "ServiceUnavailableException", "InternalErrorException", "ExternalServiceException", "RequestTimeout",
            "RequestTimeoutException", "PriorRequestNotComplete":
            self = .serverFault
        case let name where Self.throttlingNames.contains(name): self = .throttled
        case "RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture": self = .clockRefused
        case "InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure": self = .signatureRefused
        case "ExpiredTokenException", "ExpiredToken": self = .credentialsExpired
        case "UnrecognizedClientException", "InvalidClientTokenId", "MissingAuthenticationToken",
            "MissingAuthenticationTokenException", "IncompleteSignature", "IncompleteSignatureException":
            self = .credentialsRefused
        case "AccessDeniedException", "AccessDenied", "NotAuthorized", "OptInRequired": self = .forbidden
        case "ResourceNotFoundException": self = .trackerMissing
        case "ServiceQuotaExceededException", "ConflictException": self = .accountRefused
        case "ValidationException": self = .invalid
        default: return nil
        }
    }

    private init(status: Int) {
        switch status {
        case 408, 500...: self = .serverFault
        case 429: self = .throttled
        case 401, 407: self = .credentialsRefused
        case 403: self = .forbidden
        case 404: self = .trackerMissing
        case 402, 409: self = .accountRefused
        case 400..<500: self = .unmodelled
        default: self = .unproven
        }
    }
}

extension Outcome {
    /// The request may have been acted upon although no proof came back: then the same bytes have to go again, and
    /// the fixes count as repeated.
    var mayHaveArrived: Bool {
        switch self {
        case .answered, .unproven, .answerLost, .serverFault, .unsendable: true
        case .unreachable, .untrusted, .certificateTime, .throttled, .clockRefused, .signatureRefused,
            .credentialsExpired, .credentialsRefused, .credentialsUnreachable, .credentialsMissing, .forbidden,
            .trackerMissing, .accountRefused, .invalid, .unmodelled:
            false
        }
    }

    /// The service failed over the request, or the answer was lost after the connection stood: if that happens again and
    /// again while others pass, something in this one makes it fail: its content, or its size on a path that loses large
    /// packets. What does not reach the service, or is answered by somebody else, blames no request.
    var mayBeForTheData: Bool { self == .serverFault || self == .answerLost }

    /// An outcome that `OutcomePolicy` tolerates a few times in a row before it holds.
    var isDoubtful: Bool {
        switch self {
        case .unproven, .untrusted, .unsendable: true
        default: false
        }
    }
}

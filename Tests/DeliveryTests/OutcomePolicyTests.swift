import AmazonLocation
import Delivery
import Testing
import Transport

@Suite struct OutcomePolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var failure: CallFailure
        var context = AttemptContext(fixes: 10)
        var expected: Disposition

        init(_ status: Int, _ code: String, _ expected: Disposition) {
            failure = .service(ServiceError(status: status, code: code, message: "words"))
            self.expected = expected
        }

        init(_ kind: TransportFailure.Kind, _ expected: Disposition) {
            failure = .transport(TransportFailure(kind, "words"))
            self.expected = expected
        }

        init(_ failure: CallFailure, _ expected: Disposition) {
            (self.failure, self.expected) = (failure, expected)
        }

        func when(
            fixes: Int = 10, refreshed: Bool = false, corrected: Bool = false, skew: Int64? = nil, doubts: Int = 0
        ) -> Row {
            var row = self
            row.context = AttemptContext(
                fixes: fixes, refreshed: refreshed, corrected: corrected, skew: skew, doubts: doubts)
            return row
        }

        var testDescription: String { "\(failure) \(context)" }
    }

    static let rows: [Row] =
        transport + throttling + serverFaults + clock + credentials + configuration + data

    static let transport: [Row] = [
        Row(.resolve, .again(.transient)),
        Row(.connect, .again(.transient)),
        Row(.timeout, .again(.transient)),
        Row(.cut, .again(.transient)),
        Row(.tls, .again(.transient)),
        Row(.tls, .hold(.trust)).when(doubts: 2),
        Row(.certificateTime, .hold(.clock)),
        Row(.tooLarge, .again(.transient)),
        Row(.tooLarge, .hold(.impostor)).when(doubts: 2),
        Row(.other, .again(.transient)),
        Row(.other, .hold(.request)).when(doubts: 2),
        Row(.notTheService(status: 200, message: "HTML"), .again(.transient)),
        Row(.notTheService(status: 302, message: "a redirect"), .again(.transient)),
        Row(.notTheService(status: 200, message: "HTML"), .hold(.impostor)).when(doubts: 2),
    ]

    static let throttling: [Row] = [
        Row(429, "", .again(.throttled)),
        Row(429, "ThrottlingException", .again(.throttled)),
        Row(400, "ThrottlingException", .again(.throttled)),
        Row(503, "SlowDown", .again(.throttled)),
        Row(400, "Throttling", .again(.throttled)),
        Row(400, "ThrottledException", .again(.throttled)),
        Row(400, "RequestThrottled", .again(.throttled)),
        Row(400, "RequestThrottledException", .again(.throttled)),
        Row(400, "TooManyRequestsException", .again(.throttled)),
        Row(400, "ProvisionedThroughputExceededException", .again(.throttled)),
        Row(400, "TransactionInProgressException", .again(.throttled)),
        Row(400, "RequestLimitExceeded", .again(.throttled)),
        Row(400, "BandwidthLimitExceeded", .again(.throttled)),
        Row(400, "LimitExceededException", .again(.throttled)),
        Row(400, "EC2ThrottledException", .again(.throttled)),
    ]

    static let serverFaults: [Row] = [
        Row(408, "", .again(.transient)),
        Row(500, "", .again(.transient)),
        Row(500, "InternalServerException", .again(.transient)),
        Row(502, "", .again(.transient)),
        Row(503, "", .again(.transient)),
        Row(504, "", .again(.transient)),
        Row(501, "", .again(.transient)),
        Row(400, "RequestTimeout", .again(.transient)),
        Row(400, "RequestTimeoutException", .again(.transient)),
        Row(400, "InternalError", .again(.transient)),
        Row(400, "PriorRequestNotComplete", .again(.transient)),
    ]

    static let clock: [Row] = [
        Row(403, "RequestTimeTooSkewed", .again(.corrected)).when(skew: 400_000),
        Row(403, "RequestExpired", .again(.corrected)).when(skew: 400_000),
        Row(403, "RequestInTheFuture", .again(.corrected)).when(skew: -400_000),
        Row(403, "RequestTimeTooSkewed", .hold(.clock)).when(corrected: true, skew: 400_000),
        Row(403, "RequestTimeTooSkewed", .hold(.clock)),
        Row(403, "InvalidSignatureException", .again(.corrected)).when(skew: 400_000),
        Row(403, "SignatureDoesNotMatch", .again(.corrected)).when(skew: -400_000),
        Row(403, "AuthFailure", .again(.corrected)).when(skew: 400_000),
        Row(403, "AccessDeniedException", .again(.corrected)).when(skew: 400_000),
    ]

    static let credentials: [Row] = [
        Row(403, "InvalidSignatureException", .again(.refreshed)).when(skew: 1000),
        Row(403, "SignatureDoesNotMatch", .again(.refreshed)),
        Row(403, "AuthFailure", .again(.refreshed)).when(corrected: true, skew: 400_000),
        Row(403, "InvalidSignatureException", .hold(.credentials)).when(refreshed: true),
        Row(403, "ExpiredTokenException", .again(.refreshed)),
        Row(403, "ExpiredTokenException", .hold(.credentials)).when(refreshed: true),
        Row(400, "ExpiredToken", .again(.refreshed)),
        Row(403, "UnrecognizedClientException", .again(.refreshed)),
        Row(403, "UnrecognizedClientException", .hold(.credentials)).when(refreshed: true),
        Row(403, "InvalidClientTokenId", .again(.refreshed)),
        Row(403, "MissingAuthenticationToken", .again(.refreshed)),
        Row(403, "MissingAuthenticationTokenException", .again(.refreshed)),
        Row(403, "IncompleteSignature", .again(.refreshed)),
        Row(400, "IncompleteSignatureException", .hold(.credentials)).when(refreshed: true),
        Row(401, "", .again(.refreshed)),
        Row(.credentials("No key."), .hold(.credentials)),
    ]

    static let configuration: [Row] = [
        Row(403, "AccessDeniedException", .hold(.permission)),
        Row(403, "", .hold(.permission)),
        Row(404, "ResourceNotFoundException", .hold(.tracker)),
        Row(404, "", .hold(.tracker)),
        Row(402, "ServiceQuotaExceededException", .hold(.account)),
        Row(409, "ConflictException", .hold(.account)),
        Row(402, "", .hold(.account)),
        Row(409, "", .hold(.account)),
    ]

    static let data: [Row] = [
        Row(400, "ValidationException", .bisect),
        Row(400, "ValidationException", .deadLetter).when(fixes: 1),
        Row(413, "", .bisect),
        Row(413, "", .hold(.refusedAlike)).when(fixes: 1),
        Row(400, "", .bisect),
        Row(422, "UnprocessableEntity", .bisect),
        Row(422, "UnprocessableEntity", .hold(.refusedAlike)).when(fixes: 1),
    ]

    @Test(arguments: rows) func everyRequestLevelOutcomeHasOneDisposition(_ row: Row) {
        #expect(OutcomePolicy.disposition(of: Outcome(row.failure), in: row.context) == row.expected)
    }

    @Test(arguments: [
        (CallFailure.credentials("No key."), Outcome.credentialsMissing),
        (.transport(TransportFailure(.resolve, "")), .credentialsUnreachable),
        (.transport(TransportFailure(.timeout, "")), .credentialsUnreachable),
        (.transport(TransportFailure(.tls, "")), .untrusted),
        (.transport(TransportFailure(.certificateTime, "")), .certificateTime),
        (.notTheService(status: 200, message: "HTML"), .credentialsUnreachable),
        (service(400, "TooManyRequestsException"), .credentialsUnreachable),
        (service(400, "InternalErrorException"), .credentialsUnreachable),
        (service(400, "ExternalServiceException"), .credentialsUnreachable),
        (service(400, "LimitExceededException"), .credentialsUnreachable),
        (service(400, "InvalidParameterException"), .credentialsMissing),
        (service(400, "ResourceNotFoundException"), .credentialsMissing),
        (service(400, "NotAuthorizedException"), .credentialsMissing),
        (service(400, "InvalidIdentityPoolConfigurationException"), .credentialsMissing),
        (service(400, "ResourceConflictException"), .credentialsMissing),
        (service(403, ""), .credentialsMissing),
        (service(404, ""), .credentialsMissing),
        (service(400, ""), .credentialsMissing),
        (service(429, ""), .credentialsUnreachable),
        (service(503, ""), .credentialsUnreachable),
    ])
    func everyFailureToGetCredentialsHasOneOutcome(failure: CallFailure, expected: Outcome) {
        #expect(Outcome(credentials: failure) == expected)
    }

    private static func service(_ status: Int, _ code: String) -> CallFailure {
        .service(ServiceError(status: status, code: code, message: "words"))
    }

    @Test func aProvenAnswerIsDelivered() {
        #expect(OutcomePolicy.disposition(of: .answered, in: AttemptContext(fixes: 10)) == .delivered)
    }

    @Test func credentialsThatCannotBeReachedAreWaitedFor() {
        let context = AttemptContext(fixes: 10)
        #expect(OutcomePolicy.disposition(of: .credentialsUnreachable, in: context) == .again(.transient))
    }

    @Test func theTableNamesEveryKindOfOutcome() {
        let named = Set(Self.rows.map { Outcome($0.failure) })
        #expect(Set(Outcome.allCases).subtracting(named) == [.answered, .credentialsUnreachable])
    }

    @Test(arguments: [
        ("ThrottlingError", ItemDisposition.again),
        ("InternalServerError", .again),
        ("ConflictError", .again),
        ("ValidationError", .deadLetter),
        ("AccessDeniedError", .hold(.permission)),
        ("ResourceNotFoundError", .hold(.tracker)),
        ("SomethingNew", .againBounded),
        ("", .againBounded),
    ])
    func everyItemCodeHasOneDisposition(code: String, expected: ItemDisposition) {
        #expect(OutcomePolicy.disposition(ofItem: code) == expected)
    }
}

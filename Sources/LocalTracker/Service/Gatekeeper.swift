import Positioning
import Signing

/// Decides whether a request may be answered: Signature Version 4 with a key that the tracker knows.
///
/// Without any key no signature can be checked; it must then only look like one, for `geo` and within 5 minutes.
struct Gatekeeper {
    private let isOpen: Bool
    private var verifier = SignatureVerifier(region: nil, service: "geo")

    /// Open to every key if `isOpen`.
    init(isOpen: Bool) {
        self.isOpen = isOpen
    }

    /// The key that signed a request; nil if it is one that is accepted unknown. Throws the refusal of a request that
    /// is not signed as it should be. `find` finds a key by its id.
    mutating func check(
        _ request: Request, now: UTCTime, find: (String) -> AccessKey?
    ) throws(Refusal) -> AccessKey? {
        var used: AccessKey?
        do throws(VerificationFailure) {
            _ = try verifier.verify(
                method: request.method, path: request.path, query: request.query, headers: request.headers,
                body: request.body, now: now
            ) { id in
                used = find(id)
                return used?.credentials
            }
        } catch {
            guard isOpen, case .unknownAccessKey = error else { throw Self.refusal(error) }
            try checkClock(of: request, now: now)
            return nil
        }
        if let expiry = used?.expiry, expiry <= now {
            throw Refusal(
                status: 403, code: "ExpiredTokenException",
                message: "The security token included in the request is expired")
        }
        return used
    }

    /// What the verifier, which knows no key here, did not come to.
    private func checkClock(of request: Request, now: UTCTime) throws(Refusal) {
        guard let signedAt = request.header("x-amz-date").flatMap(UTCTime.init(signingTimestamp:)) else { return }
        guard abs(now.since(signedAt)) > verifier.tolerance else { return }
        throw Self.refusal(.skewed(signedAt: signedAt, now: now))
    }

    private static func refusal(_ failure: VerificationFailure) -> Refusal {
        Refusal(status: 403, code: failure.code, message: failure.description)
    }
}

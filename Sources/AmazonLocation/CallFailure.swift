import Transport

/// Why a call brought no proven success.
public enum CallFailure: Error, Equatable, Sendable {
    /// No whole answer. The service may have acted all the same.
    case transport(TransportFailure)
    /// The service, or what stands in front of it, answered with an error.
    case service(ServiceError)
    /// An answer that is not what this operation answers: HTML of a captive portal, a redirect, JSON without the
    /// required member. Holds a sentence that says what came instead.
    case notTheService(status: Int, message: String)
    /// There are no credentials to sign with. Holds a sentence that says why and what to do.
    case credentials(String)
}

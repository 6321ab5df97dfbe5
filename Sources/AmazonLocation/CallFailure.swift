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

extension CallFailure: CustomStringConvertible {
    /// A sentence for people, without any secret.
    public var description: String {
        switch self {
        case .transport(let failure): failure.message
        case .service(let error):
            "The service refused with \(error.code.isEmpty ? "status" : error.code) \(error.status): "
                + (error.message.isEmpty ? "it gave no reason." : error.message)
        case .notTheService(_, let message), .credentials(let message): message
        }
    }
}

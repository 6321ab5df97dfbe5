import AmazonLocation

extension CallFailure {
    /// What happened, as a sentence.
    var sentence: String {
        switch self {
        case .transport(let failure): failure.message
        case .service(let error):
            "The service answered \(error.status) \(error.code)" + (error.message.isEmpty ? "." : ": \(error.message)")
        case .notTheService(_, let message), .credentials(let message): message
        }
    }

    /// Milliseconds that the service asked to wait.
    var hint: Int64? {
        if case .service(let error) = self { error.retryAfter } else { nil }
    }

    /// The service's error; for other failures one with the sentence as message.
    var serviceError: ServiceError {
        if case .service(let error) = self { error } else { ServiceError(status: 0, code: "", message: sentence) }
    }
}

extension UpdateError {
    /// Code and message for a sentence.
    var sentence: String { message.isEmpty ? code : "\(code) (\(message))" }
}

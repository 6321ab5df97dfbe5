import AmazonLocation

extension CallFailure {
    /// Milliseconds that the service asked to wait.
    public var hint: Int64? {
        if case .service(let error) = self { error.retryAfter } else { nil }
    }

    /// The service asked for a wait that is not to be cut.
    var isHintFirm: Bool {
        if case .service(let error) = self { error.isRetryAfterFirm } else { false }
    }

    /// The service's error; for other failures one with the sentence as message.
    var serviceError: ServiceError {
        if case .service(let error) = self { error } else { ServiceError(status: 0, code: "", message: description) }
    }
}

extension UpdateError {
    /// Code and message for a sentence.
    var sentence: String { message.isEmpty ? code : "\(code) (\(message))" }
}

import CCurl

extension TransportFailure {
    /// The failure that libcurl's `code` stands for. The one place that decides.
    init(_ code: CURLcode, _ evidence: FailureEvidence) {
        let kind = Self.kind(code, evidence)
        self.init(kind, Self.sentence(kind, code, evidence))
    }

    private static func kind(_ code: CURLcode, _ evidence: FailureEvidence) -> Kind {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .resolve
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
        case CURLE_OPERATION_TIMEDOUT: evidence.connected ? .timeout : evidence.resolved ? .connect : .resolve
        case CURLE_PEER_FAILED_VERIFICATION: isAboutTime(evidence.verifyResult) ? .certificateTime : .tls
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
            .cut
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        case CURLE_WRITE_ERROR: evidence.tooLarge ? .tooLarge : .other
        default: .other
        }
    }

    /// OpenSSL's verdicts that blame the clock or the calendar, not the peer.
    private static func isAboutTime(_ verifyResult: Int) -> Bool {
        verifyResult == Int(X509_V_ERR_CERT_NOT_YET_VALID) || verifyResult == Int(X509_V_ERR_CERT_HAS_EXPIRED)
    }

    private static func sentence(_ kind: Kind, _ code: CURLcode, _ evidence: FailureEvidence) -> String {
        let host = evidence.host
        let words = evidence.text.isEmpty ? String(cString: curl_easy_strerror(code)) : evidence.text
        let detail = " (libcurl \(code.rawValue): \(words))"
        return switch kind {
        case .resolve: "The name \(host) could not be looked up; is the network up, and is the name right?\(detail)"
        case .connect: "No connection to \(host); is the network up, and does a firewall let it through?\(detail)"
        case .tls: tlsSentence(code, evidence) + detail
        case .certificateTime: certificateTimeSentence(evidence) + detail
        case .timeout: "\(host) was connected but did not answer in time; it will be tried again.\(detail)"
        case .cut: "The connection to \(host) ended before its answer did; it will be tried again.\(detail)"
        case .tooLarge:
            "\(host) sent more than the \(evidence.options.maximumResponseSize) bytes that an answer may have; "
                + "is it the service, or a portal in between?\(detail)"
        case .other: "The request to \(host) failed; check the endpoint's address.\(detail)"
        }
    }

    private static func tlsSentence(_ code: CURLcode, _ evidence: FailureEvidence) -> String {
        switch code {
        case CURLE_SSL_CACERT_BADFILE:
            let file = evidence.options.caFile ?? "of the system"
            return "The file of certificate authorities \(file) cannot be used for \(evidence.host); "
                + "check that it exists, is readable and holds PEM certificates."
        case CURLE_SSL_CERTPROBLEM:
            let files = evidence.options.clientCertificate
            return "The client certificate \(files?.certificateFile ?? "") with the key \(files?.keyFile ?? "") "
                + "cannot be used for \(evidence.host); check that both are readable PEM files and belong together."
        case CURLE_PEER_FAILED_VERIFICATION:
            return "The certificate of \(evidence.host) is not to be trusted; either something stands between, or "
                + "its authority is missing: name it with ca-file."
        default:
            return "TLS with \(evidence.host) could not be agreed on; does it speak TLS 1.2 or newer on that port, "
                + "and does it want a client certificate?"
        }
    }

    private static func certificateTimeSentence(_ evidence: FailureEvidence) -> String {
        let what = evidence.verifyResult == Int(X509_V_ERR_CERT_NOT_YET_VALID) ? "is not valid yet" : "has expired"
        if let time = evidence.options.verificationTime {
            return "The certificate of \(evidence.host) \(what) as of \(time.iso8601), the time of the receiver; "
                + "either it was not renewed, or something stands between."
        }
        return "The certificate of \(evidence.host) \(what) by the clock of this machine; check the clock, "
            + "or wait until the receiver has the time."
    }
}

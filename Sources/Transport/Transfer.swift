import CCurl
import Positioning

/// One request inside libcurl: its easy handle, and what has come back so far.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    let handle: RequestHandle
    private let request: HTTPRequest
    private let options: RequestOptions
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var received: ReceivedAnswer

    init(
        _ request: HTTPRequest, options: RequestOptions, handle: RequestHandle, share: UnsafeMutableRawPointer,
        table: SocketTable
    ) throws(TransportFailure) {
        guard let easy = curl_easy_init() else {
            throw TransportFailure(.other, "libcurl could not start a request; is there memory left?")
        }
        self.easy = easy
        self.handle = handle
        self.request = request
        self.options = options
        received = ReceivedAnswer(limit: options.maximumResponseSize)
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard request.headers.allSatisfy(\.isOneLine) else {
            throw TransportFailure(.other, "A header of the request to \(request.host) holds a line break.")
        }
        ccurl_set_pointer(easy, CURLOPT_SHARE, share)
        table.attach(toTransfer: easy)
        setRequest()
        setBounds()
        try setTLS()
        setReceivers()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// Hands the transfer to libcurl. It must be detached before it goes away.
    func attach(to multi: UnsafeMutableRawPointer) throws(TransportFailure) {
        let code = curl_multi_add_handle(multi, easy)
        guard code == CURLM_OK else {
            throw TransportFailure(
                .other, "libcurl did not take the request: \(String(cString: curl_multi_strerror(code))).")
        }
    }

    /// Takes the transfer back from libcurl, finished or not.
    func detach(from multi: UnsafeMutableRawPointer) {
        curl_multi_remove_handle(multi, easy)
    }

    /// What came of it, given libcurl's verdict.
    func outcome(_ code: CURLcode) -> HTTPOutcome {
        let bytes = Traffic(
            sent: long(CURLINFO_REQUEST_SIZE) > 0 ? Int64(request.textSize) : 0,
            received: Int64(long(CURLINFO_HEADER_SIZE)) + offset(CURLINFO_SIZE_DOWNLOAD_T))
        // libcurl takes a head that breaks off for a whole one.
        let verdict = code == CURLE_OK && !received.headIsComplete ? CURLE_PARTIAL_FILE : code
        let result: Result<HTTPResponse, TransportFailure> =
            verdict == CURLE_OK
            ? .success(received.response(status: long(CURLINFO_RESPONSE_CODE)))
            : .failure(TransportFailure(verdict, evidence))
        return HTTPOutcome(result: result, bytes: bytes, reusedConnection: long(CURLINFO_NUM_CONNECTS) == 0)
    }

    private var evidence: FailureEvidence {
        FailureEvidence(
            host: request.host, options: options, text: String(cString: errorText),
            verifyResult: long(CURLINFO_SSL_VERIFYRESULT), tooLarge: received.isTooLarge,
            resolved: offset(CURLINFO_NAMELOOKUP_TIME_T) > 0, connected: offset(CURLINFO_PRETRANSFER_TIME_T) > 0)
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    private func offset(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return ccurl_get_offset(easy, info, &value) == CURLE_OK ? Int64(value) : 0
    }
}

extension Transfer {
    /// The request itself, with nothing that libcurl would add of its own accord.
    private func setRequest() {
        ccurl_set_string(easy, CURLOPT_URL, request.url)
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_string(easy, CURLOPT_PROXY, "")
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Several requests on one connection need HTTP/2, which plain HTTP does not negotiate.
        ccurl_set_long(easy, CURLOPT_PIPEWAIT, request.url.hasPrefix("https:") ? 1 : 0)
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
        if request.method == "HEAD" { ccurl_set_long(easy, CURLOPT_NOBODY, 1) }
        if !request.body.isEmpty || request.method == "POST" { setBody() }
        let lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let unwanted = ["Accept", "Content-Type", "Expect"].filter { request.header($0) == nil }.map { $0 + ":" }
        for line in lines + unwanted {
            headerList = curl_slist_append(headerList, line) ?? headerList
        }
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
    }

    private func setBody() {
        ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        // Of an empty array the address may be nil, which would tell libcurl to ask for the body.
        (request.body + [0]).withUnsafeBytes { bytes in
            _ = ccurl_set_string(easy, CURLOPT_COPYPOSTFIELDS, bytes.bindMemory(to: CChar.self).baseAddress)
        }
    }

    private func setBounds() {
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout))
        ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(options.timeout))
        ccurl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
        ccurl_set_long(easy, CURLOPT_LOW_SPEED_TIME, Int((options.stallTimeout + 999) / 1000))
    }

    private func setTLS() throws(TransportFailure) {
        ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        TrustStore.apply(options.caFile, to: easy)
        if let certificate = options.clientCertificate {
            ccurl_set_string(easy, CURLOPT_SSLCERT, certificate.certificateFile)
            ccurl_set_string(easy, CURLOPT_SSLKEY, certificate.keyFile)
        }
        guard options.verificationTime != nil else { return }
        ccurl_set_pointer(easy, CURLOPT_SSL_CTX_DATA, Unmanaged.passUnretained(self).toOpaque())
        let code = ccurl_set_tls_callback(easy) { _, context, transfer in
            guard let time = Transfer.from(transfer)?.options.verificationTime else { return CURLE_OK }
            ccurl_verify_at(context, time_t(time.milliseconds / 1000))
            return CURLE_OK
        }
        guard code == CURLE_OK else {
            throw TransportFailure(
                .other, "This libcurl is not built with OpenSSL, so certificates cannot be judged as of the GNSS time.")
        }
    }

    private func setReceivers() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, this)
        ccurl_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION) { start, size, count, transfer in
            let line = UnsafeRawBufferPointer(start: start, count: size * count)
            return Transfer.from(transfer)?.received.addHeaderLine(line) == true ? size * count : 0
        }
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, this)
        ccurl_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { start, size, count, transfer in
            let piece = UnsafeRawBufferPointer(start: start, count: size * count)
            return Transfer.from(transfer)?.received.addBody(piece) == true ? size * count : 0
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
        pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

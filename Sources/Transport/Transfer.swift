import CCurl
import Positioning

/// An easy handle of libcurl that carries out one request after the other, as long as they are alike but for what they
/// say: setting a handle up costs more than a request.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    private let method: String
    private let isEncrypted: Bool
    private let hasBody: Bool
    private var options: RequestOptions
    private var request: HTTPRequest
    private var completion: HTTPClient.Completion?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var received: ReceivedAnswer

    /// A handle for `request` and all that are like it.
    init(
        _ request: HTTPRequest, _ options: RequestOptions, _ share: UnsafeMutableRawPointer, _ table: SocketTable
    ) throws(TransportFailure) {
        guard let easy = curl_easy_init() else {
            throw TransportFailure(.other, "libcurl could not start a request; is there memory left?")
        }
        self.easy = easy
        self.request = request
        self.options = options
        (method, isEncrypted, hasBody) = (request.method, request.isEncrypted, request.hasBody)
        received = ReceivedAnswer(limit: options.maximumResponseSize)
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_pointer(easy, CURLOPT_SHARE, share)
        table.attach(toTransfer: easy)
        setProtocol()
        setBounds()
        try setTLS()
        setReceivers()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    /// True if the handle is set up as `request` needs it.
    func fits(_ request: HTTPRequest, _ options: RequestOptions) -> Bool {
        // The instant to verify at is looked up when it is needed, but whether there is one is not.
        var options = options
        if options.verificationTime != nil, self.options.verificationTime != nil {
            options.verificationTime = self.options.verificationTime
        }
        return options == self.options && method == request.method && isEncrypted == request.isEncrypted
            && hasBody == request.hasBody
    }

    /// Takes on a request that it fits.
    func begin(
        _ request: HTTPRequest, _ options: RequestOptions, _ completion: @escaping HTTPClient.Completion
    ) throws(TransportFailure) {
        guard request.headers.allSatisfy(\.isOneLine) else {
            throw TransportFailure(.other, "A header of the request to \(request.host) holds a line break.")
        }
        self.request = request
        self.options = options
        received = ReceivedAnswer(limit: options.maximumResponseSize)
        errorText.pointee = 0
        setRequest()
        self.completion = completion
    }

    /// Lets go of the request, whose result was taken; hands back its completion.
    func end() -> HTTPClient.Completion? {
        defer { completion = nil }
        return completion
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

    /// What came of the request, given libcurl's verdict.
    func result(_ code: CURLcode) -> Result<HTTPResponse, TransportFailure> {
        // libcurl takes a head that breaks off for a whole one.
        let verdict = code == CURLE_OK && !received.headIsComplete ? CURLE_PARTIAL_FILE : code
        return verdict == CURLE_OK
            ? .success(received.response(status: long(CURLINFO_RESPONSE_CODE)))
            : .failure(TransportFailure(verdict, evidence))
    }

    /// The connection that the request went over; -1 if it is closed, or there was none. Only while attached.
    var connection: curl_socket_t {
        var descriptor: curl_socket_t = -1
        return ccurl_get_socket(easy, CURLINFO_ACTIVESOCKET, &descriptor) == CURLE_OK ? descriptor : -1
    }

    /// Milliseconds without a byte after which the request fails.
    var stallTimeout: Int64 { options.stallTimeout }

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

/// What differs from request to request.
extension Transfer {
    private func setRequest() {
        ccurl_set_string(easy, CURLOPT_URL, request.url)
        if hasBody { setBody() }
        let old = headerList
        headerList = nil
        for header in request.headers {
            append(header.name + (header.value.isEmpty ? ";" : ": " + header.value))
        }
        // With nothing that libcurl would add of its own accord.
        for name in ["Accept", "Content-Type", "Expect"] where request.header(name) == nil { append(name + ":") }
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
        curl_slist_free_all(old)
    }

    private func append(_ line: String) {
        headerList = curl_slist_append(headerList, line) ?? headerList
    }

    private func setBody() {
        ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
        // Of an empty array the address may be nil, which would tell libcurl to ask for the body.
        (request.body.isEmpty ? [0] : request.body).withUnsafeBytes { bytes in
            _ = ccurl_set_string(easy, CURLOPT_COPYPOSTFIELDS, bytes.bindMemory(to: CChar.self).baseAddress)
        }
    }
}

/// What all requests of the handle share.
extension Transfer {
    private func setProtocol() {
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_string(easy, CURLOPT_PROXY, "")
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Several requests on one connection need HTTP/2, which plain HTTP does not negotiate.
        ccurl_set_long(easy, CURLOPT_PIPEWAIT, isEncrypted ? 1 : 0)
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A request that ends does not wait for its name lookup, which the C library may not give up for a minute; the
        // thread of the lookup ends by itself.
        ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, method)
        if method == "HEAD" { ccurl_set_long(easy, CURLOPT_NOBODY, 1) }
    }

    /// Requests and answers are small, and a handle keeps its buffers: libcurl's own would be 16 and 64 KiB.
    private static let bufferSizes = (receive: 4096, upload: 16_384)

    private func setBounds() {
        ccurl_set_long(easy, CURLOPT_BUFFERSIZE, Self.bufferSizes.receive)
        ccurl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, Self.bufferSizes.upload)
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

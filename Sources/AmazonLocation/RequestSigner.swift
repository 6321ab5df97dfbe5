import AWSNames
import Positioning
import Signing
import Transport

/// Signs requests to Amazon Location. Each attempt is signed anew, with the credentials and the time of that attempt.
public struct RequestSigner: Sendable {
    private var signer: Signer
    /// Of the last URL: a drain has one for all its requests.
    private var last: (url: String, parts: ServiceURL)?

    /// A signer for the service `geo` in `region`.
    public init(region: String) {
        signer = Signer(region: region, service: "geo")
    }

    /// `request` with `x-amz-date`, `x-amz-security-token` where there is one, and `authorization`; `Host` is signed as
    /// the transport sends it.
    public mutating func sign(_ request: HTTPRequest, with credentials: Credentials, at time: UTCTime) -> HTTPRequest {
        guard let url = parts(of: request.url) else { return request }
        let headers = request.headers.map { (name: $0.name, value: $0.value) }
        let added = signer.sign(
            method: request.method, path: url.path, query: url.query, headers: [("host", url.host)] + headers,
            body: request.body, credentials: credentials.keys, at: time)
        var signed = request
        signed.headers += added.map { HTTPHeader($0.name, $0.value) }
        return signed
    }

    private mutating func parts(of url: String) -> ServiceURL? {
        if let last, last.url == url { return last.parts }
        last = ServiceURL(url).map { (url, $0) }
        return last?.parts
    }
}

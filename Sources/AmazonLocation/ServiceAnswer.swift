import JSON
import Positioning
import Transport

/// Reads what AWS services answer with: JSON on success, a named error otherwise.
enum ServiceAnswer {
    private static let reader = JSONReader()

    /// The JSON of a 2xx response. Everything else is an error of the service, or not the service at all.
    static func json(of response: HTTPResponse) throws(CallFailure) -> JSONValue {
        guard (200..<300).contains(response.status) else { throw failure(of: response) }
        do throws(JSONError) {
            return try reader.read(response.body)
        } catch {
            throw .notTheService(
                status: response.status,
                message: "The answer \(what(response)) is not JSON; does a portal ask for a log-in? \(error)")
        }
    }

    private static func failure(of response: HTTPResponse) -> CallFailure {
        let body = try? reader.read(response.body)
        let code = errorName(response, body)
        let isFromTheService = !code.isEmpty || body?.object != nil
        let saysEnough = response.status >= 500 || [408, 413, 429].contains(response.status)
        guard response.status >= 400, isFromTheService || saysEnough else {
            let place = response.header("location").map { " to \($0.spoken)" } ?? ""
            return .notTheService(
                status: response.status,
                message: "Status \(response.status)\(place) \(what(response)) is not how the service answers; "
                    + "does a portal ask for a log-in, and is the endpoint right?")
        }
        return .service(
            ServiceError(
                status: response.status, code: code.spoken, message: message(body).spoken,
                retryAfter: RetryAfter.read(response), isRetryAfterFirm: RetryAfter.isFirm(response)))
    }

    /// `x-amzn-errortype` or the body's `__type` or `code`, without namespace (`com.amazonaws.geo#`) and URI.
    private static func errorName(_ response: HTTPResponse, _ body: JSONValue?) -> String {
        let named =
            response.header("x-amzn-errortype") ?? body?["__type"]?.string ?? body?["code"]?.string
            ?? body?["Code"]?.string ?? ""
        let withoutURI = named.prefix { $0 != ":" }
        return String(withoutURI.split(separator: "#").last ?? "")
    }

    /// The message, with the fields that a ValidationException complains about.
    private static func message(_ body: JSONValue?) -> String {
        let words = body?["message"]?.string ?? body?["Message"]?.string ?? ""
        let fields = (body?["fieldList"] ?? body?["FieldList"])?.array ?? []
        let complaints = fields.map { field in
            let name = (field["name"] ?? field["Name"])?.string ?? "?"
            let message = (field["message"] ?? field["Message"])?.string ?? "?"
            return "\(name): \(message)"
        }
        return ([words] + complaints).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private static func what(_ response: HTTPResponse) -> String {
        "(\(response.body.count) bytes of \((response.header("content-type") ?? "no stated type").spoken))"
    }
}

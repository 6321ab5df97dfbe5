import JSON

/// One HTTP answer, but for the fields that every answer has.
struct Answer: Equatable, Sendable {
    /// Status code.
    var status: Int
    /// Header fields in sending order.
    var headers: [Header] = []
    /// The body's bytes.
    var body: [UInt8] = []

    /// One header field.
    struct Header: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// An answer of an operation: status 200 and the object that `members` writes.
    static func object(header: Header = .json, _ members: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter(capacity: 1024)
        json.object(members)
        return Answer(status: 200, headers: [header], body: json.bytes)
    }

    /// The answer that refuses a request: the error's name in `x-amzn-ErrorType`, the words and what else there is in
    /// the body, with member names as in the service model. JSON 1.1 services repeat the name in the body.
    init(_ refusal: Refusal, isJSON11: Bool = false) {
        var json = JSONWriter()
        json.object { json in
            if isJSON11 { json.member("__type", refusal.code) }
            json.member("message", refusal.message)
            if let first = refusal.faults.first {
                json.member("reason", first.reason.rawValue)
                json.member("fieldList") { json in
                    json.array { json in
                        for fault in refusal.faults {
                            json.object { json in
                                json.member("name", fault.name)
                                json.member("message", fault.message)
                            }
                        }
                    }
                }
            }
        }
        self.init(
            status: refusal.status,
            headers: [isJSON11 ? .json11 : .json, Header(name: "x-amzn-ErrorType", value: refusal.code)],
            body: json.bytes)
    }

    init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

extension Answer.Header {
    static let json = Answer.Header(name: "Content-Type", value: "application/json")
    static let json11 = Answer.Header(name: "Content-Type", value: "application/x-amz-json-1.1")
}

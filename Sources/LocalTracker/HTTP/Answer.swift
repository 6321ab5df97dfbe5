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
    static func object(_ members: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter(capacity: 1024)
        json.object(members)
        return Answer(status: 200, headers: [.json], body: json.bytes)
    }

    /// The answer of REST-JSON services that refuses a request: the error's name in `x-amzn-ErrorType`, the words and
    /// what else there is in the body, with member names as in the service model.
    init(_ refusal: Refusal) {
        var json = JSONWriter()
        json.object { json in
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
            status: refusal.status, headers: [.json, Header(name: "x-amzn-ErrorType", value: refusal.code)],
            body: json.bytes)
    }

    init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

extension Answer.Header {
    static let json = Answer.Header(name: "Content-Type", value: "application/json")
}

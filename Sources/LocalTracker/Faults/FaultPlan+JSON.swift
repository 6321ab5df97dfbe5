import JSON
import Positioning

extension FaultPlan {
    /// Reads a plan in the form that `TrackerOptions.help` shows. Throws a sentence about the first thing that is not of that form.
    public init(json text: String) throws(FaultPlanError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader().read(text)
        } catch {
            throw FaultPlanError(description: error.description)
        }
        guard let list = value["rules"]?.array, value.object?.count == 1 else {
            throw FaultPlanError(description: "A fault plan is an object with one member, the array \"rules\".")
        }
        var rules: [FaultRule] = []
        for (index, element) in list.enumerated() {
            do throws(FaultPlanError) {
                rules.append(try FaultRule(json: element))
            } catch {
                throw FaultPlanError(description: "Rule \(index + 1): \(error.description)")
            }
        }
        self.init(rules: rules)
    }
}

extension FaultRule {
    fileprivate init(json value: JSONValue) throws(FaultPlanError) {
        let rule = try FaultMembers(value, known: ["match", "do"])
        let match = try FaultMembers(rule["match"] ?? .object([:]), known: Self.matchMembers)
        var operation: Operation?
        if let name = try match.text("operation") {
            guard let known = Operation(rawValue: name) else {
                throw FaultPlanError(description: "there is no operation \"\(name)\"")
            }
            operation = known
        }
        var turns: [Turn] = []
        for (name, make) in [("nth", Turn.nth), ("first", Turn.first), ("every", Turn.every)] {
            guard let number = try match.integer(name) else { continue }
            guard number > 0 else { throw FaultPlanError(description: "\"\(name)\" counts from 1") }
            turns.append(make(Int(number)))
        }
        guard turns.count <= 1 else {
            throw FaultPlanError(description: "\"nth\", \"first\" and \"every\" exclude one another")
        }
        guard let action = rule["do"] else { throw FaultPlanError(description: "\"do\" is missing") }
        self.init(
            operation: operation, contains: try match.text("contains"), turn: turns.first ?? .always,
            action: try FaultAction(json: action))
    }

    private static let matchMembers: Set = ["operation", "contains", "nth", "first", "every"]
}

extension FaultAction {
    fileprivate init(json value: JSONValue) throws(FaultPlanError) {
        let members = try FaultMembers(value, known: Self.members)
        latency = try members.integer("latency-ms", 0...Self.longestLatency) ?? 0
        dateOffset = (try members.integer("date-offset-s", -Self.farthestDate...Self.farthestDate) ?? 0) * 1000
        truncates = try members.flag("truncate") ?? false
        stores = try members.flag("store") ?? false
        if let name = try members.text("cut") {
            guard let known = Cut(rawValue: name) else {
                throw FaultPlanError(description: "\"cut\" is before, after or halfway, not \"\(name)\"")
            }
            cut = known
        }
        for (name, value) in (members["headers"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            let value = value.string ?? ""
            guard (name + value).isHeaderText else {
                throw FaultPlanError(description: "the header \"\(name)\" is not printable ASCII")
            }
            headers.append(Answer.Header(name: name, value: value))
        }
        instead = try Self.instead(members)
        for element in members["items"]?.array ?? [] { items.append(try Item(json: element)) }
    }

    private static func instead(_ members: FaultMembers) throws(FaultPlanError) -> Instead? {
        let status = try members.integer("status").map(Int.init)
        if let status, !(200...599).contains(status) {
            throw FaultPlanError(description: "\"status\" is from 200 to 599")
        }
        let message = try members.text("message")
        if let html = try members.text("html") {
            let header = Answer.Header(name: "Content-Type", value: "text/html; charset=utf-8")
            return .page(Answer(status: status ?? 200, headers: [header], body: Array(html.utf8)))
        }
        if let code = try members.text("error") {
            guard code.isHeaderText else {
                throw FaultPlanError(description: "\"error\" is printable ASCII: it goes into a header")
            }
            return .refusal(Refusal(status: status ?? 400, code: code, message: message ?? "by the fault plan"))
        }
        return status.map { .page(Answer(status: $0)) }
    }

    /// A day in milliseconds.
    private static let longestLatency: Int64 = 86_400_000
    /// Seconds of ten thousand years, enough for every date that can be written.
    private static let farthestDate: Int64 = 315_576_000_000
    private static let members: Set = [
        "latency-ms", "status", "error", "message", "store", "html", "headers", "items", "cut", "truncate",
        "date-offset-s",
    ]
}

extension FaultAction.Item {
    fileprivate init(json value: JSONValue) throws(FaultPlanError) {
        let members = try FaultMembers(value, known: ["sample-time", "index", "code", "message"])
        if let text = try members.text("sample-time") {
            guard let known = UTCTime(iso8601: text) else {
                throw FaultPlanError(description: "\"\(text)\" is not a time such as 2026-11-30T04:05:06.789Z")
            }
            time = known
        }
        index = try members.integer("index").map(Int.init)
        code = try members.text("code") ?? "ValidationError"
        message = try members.text("message") ?? "by the fault plan"
    }
}

extension String {
    /// Fit for the head of an answer.
    fileprivate var isHeaderText: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

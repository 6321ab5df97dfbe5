import Configuration
import JSON
import Outbox
import Runtime

/// `waypost dead-letters`: fixes that the tracker refused for good.
enum DeadLettersCommand: Command {
    static let name = "dead-letters"
    static let summary = "fixes that the tracker refused: list, send again, drop"
    static let operands = "[list | retry [all|NUMBER...] | drop all|NUMBER...]"
    static let options = [CommandOption("json", help: "the list as JSON, for programs")]
    static let footer =
        "retry sends them again, all unless numbers say which; it helps after the cause was mended."

    /// Dead letters that are read at once.
    private static let pageSize = 500
    /// Numbers in one request to the uploader: a request is one short line.
    private static let numbersPerRequest = 20

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.options.operands
        let numbers = words.dropFirst()
        if invocation.options.has("json"), let word = words.first, word != "list" {
            throw invocation.usage("--json goes with list, not with \(word)", Self.self)
        }
        guard numbers.count <= 1 || !numbers.contains("all") else {
            throw invocation.usage("all stands alone, without numbers", Self.self)
        }
        switch words.first ?? "list" {
        case "list":
            guard numbers.isEmpty else { throw invocation.usage("list takes no numbers", Self.self) }
            return try list(invocation)
        case "retry":
            return try request("retry", Array(numbers.first == "all" ? [] : numbers), invocation)
        case "drop":
            guard !numbers.isEmpty else {
                throw invocation.usage("drop needs the numbers of the list, or all", Self.self)
            }
            return try request("drop", Array(numbers.first == "all" ? [] : numbers), invocation)
        case let word:
            throw invocation.usage("\"\(word)\" is none of list, retry, drop", Self.self)
        }
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let path = try locate(DeliverySection.self, invocation).path
        let isJSON = invocation.options.has("json")
        var last: Int64 = 0
        var count = 0
        let columns = invocation.terminal.columns
        try invocation.output.write(isJSON ? "[" : "")
        while true {
            let page = try read(path, after: last)
            for letter in page {
                let separator = count == 0 ? "\n" : ",\n"
                try invocation.output.write(isJSON ? separator + json(letter) : text(letter, columns))
                count += 1
            }
            guard let newest = page.last else { break }
            last = newest.number
        }
        try invocation.output.write(isJSON ? "\n]\n" : count == 0 ? "no dead letters\n" : advice(columns))
        return .success
    }

    /// The reader is let go before anything is written: while it lives, the uploader's file grows.
    private static func read(_ path: String, after number: Int64) throws(OperatorError) -> [DeadLetter] {
        do throws(OutboxError) {
            return try DeliveryReader(path: path).deadLetters(after: number, limit: pageSize)
        } catch {
            throw OperatorError(error, reading: path, of: "waypost-uploader")
        }
    }

    private static func text(_ letter: DeadLetter, _ columns: Int) -> String {
        var text = StatusText(columns: columns)
        text.entry("\(letter.number)", "\(letter.fix.fix.sampleTime.iso8601) \(letter.code): \(letter.message)")
        return text.text
    }

    private static func advice(_ columns: Int) -> String {
        var text = StatusText(columns: columns)
        text.entry(
            "To do", "mend the cause, then: waypost dead-letters retry. Or give them up: waypost dead-letters drop all")
        return text.text
    }

    private static func json(_ letter: DeadLetter) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("number", letter.number)
            json.member("device_id", letter.fix.deviceID)
            json.member("time", letter.fix.fix.sampleTime.iso8601)
            if let place = letter.fix.fix.coordinate {
                json.member("latitude") { $0.decimal(place.latitude) }
                json.member("longitude") { $0.decimal(place.longitude) }
            }
            json.member("code", letter.code)
            json.member("message", letter.message)
            if let refused = letter.refused { json.member("refused", refused.iso8601) }
        }
        return writer.text
    }

    private static func request(_ verb: String, _ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.allSatisfy({ Int64($0) ?? 0 > 0 }) else {
            throw invocation.usage("\(words.joined(separator: " ")): these are not all numbers of the list", Self.self)
        }
        guard !words.isEmpty else { return try ask(.uploader, "dead-letters \(verb)", invocation) }
        var seen: Set<Int64> = []
        let numbers = words.compactMap { Int64($0) }.filter { seen.insert($0).inserted }
        let settings = try locate(RuntimeSection.self, invocation)
        var missing: [String] = []
        for start in stride(from: 0, to: numbers.count, by: numbersPerRequest) {
            let part = numbers[start..<min(start + numbersPerRequest, numbers.count)].map { " \($0)" }.joined()
            let answer = try answer(of: .uploader, to: "dead-letters \(verb)\(part)", settings, invocation)
            try invocation.output.write(answer.text + "\n")
            missing += answer.missing
        }
        guard !missing.isEmpty else { return .success }
        try invocation.output.flush()
        throw OperatorError("not in the list of dead letters: \(missing.joined(separator: ", "))", .dataError)
    }
}

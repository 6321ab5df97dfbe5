/// An error answer of a service: the whole request is refused.
struct Refusal: Error, Equatable, Sendable {
    /// HTTP status.
    var status: Int
    /// The error's name, such as `ValidationException`.
    var code: String
    /// The words that go with it.
    var message: String
    /// The members at fault; ValidationException alone has them.
    var faults: [FieldFault] = []

    /// ValidationException for the members at fault, in the words that AWS's validation layer uses.
    static func validation(_ faults: [FieldFault]) -> Refusal {
        let sentences = faults.map { "Value at '\($0.name)' failed to satisfy constraint: \($0.message)" }
        let plural = faults.count == 1 ? "" : "s"
        return Refusal(
            status: 400, code: "ValidationException",
            message: "\(faults.count) validation error\(plural) detected: " + sentences.joined(separator: "; "),
            faults: faults)
    }

    /// AccessDeniedException, as IAM words it.
    static func notAuthorized(to operation: Operation, on tracker: String) -> Refusal {
        Refusal(
            status: 403, code: "AccessDeniedException",
            message: "User is not authorized to perform: geo:\(operation.rawValue) on resource: "
                + "arn:aws:geo:local:000000000000:tracker/\(tracker) because no identity-based policy allows it")
    }

    /// ResourceNotFoundException with the given words.
    static func notFound(_ message: String) -> Refusal {
        Refusal(status: 404, code: "ResourceNotFoundException", message: message)
    }

    /// For a method and path that no operation has.
    static let unknownOperation = Refusal(
        status: 404, code: "UnknownOperationException", message: "No operation has this method and path.")

    /// The words that were seen on the live service.
    static func noTracker(_ name: String) -> Refusal {
        notFound("Tracker not found: \(name).")
    }
}

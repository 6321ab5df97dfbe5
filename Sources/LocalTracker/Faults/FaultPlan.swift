/// What goes wrong, by plan: rules for tests, so that a client can be shown every kind of answer.
///
/// Each rule counts the requests that fit it; the first rule that wants a request decides what happens to it.
public struct FaultPlan: Sendable {
    private var rules: [FaultRule]

    /// A plan by which nothing goes wrong.
    public init() {
        rules = []
    }

    init(rules: [FaultRule]) {
        self.rules = rules
    }

    /// What is to happen to this request; nil for nothing unusual.
    mutating func action(for operation: Operation, body: [UInt8]) -> FaultAction? {
        var chosen: FaultAction?
        for index in rules.indices where rules[index].wants(operation, body: body) && chosen == nil {
            chosen = rules[index].action
        }
        return chosen
    }

    /// The form of the file for `--fault-plan`.
    public static let help = """
        A fault plan is JSON: {"rules": [{"match": {...}, "do": {...}}, ...]}. Each rule counts the requests that it
        matches; the first rule that wants a request decides. SIGHUP reads the file again and counts from 1.
          match  operation: such as BatchUpdateDevicePosition; contains: text in the body;
                 of those nth: N, first: N, or every: N; nothing: all
          do     latency-ms: N; status: N, error: NAME, message: TEXT (instead of the operation, or after it with
                 store: true); html: TEXT (an answer that is not the service's); headers: {NAME: VALUE};
                 items: [{sample-time: T or index: N, code: NAME, message: TEXT}] (errors of single updates);
                 cut: before, after (the operation, without an answer) or halfway (through the answer);
                 truncate: true (half a body); date-offset-s: N
        """
}

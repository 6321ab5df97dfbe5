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
}

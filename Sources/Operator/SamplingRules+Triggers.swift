import Sampling

extension SamplingRules {
    /// Names of the triggers that are on.
    var triggers: [String] {
        let all: [(name: String, isOn: Bool)] = [
            ("interval", interval != nil), ("distance", distance != nil), ("accuracy", accuracy),
            ("max-error", maxError != nil), ("turn", turn != nil),
        ]
        return all.filter(\.isOn).map(\.name)
    }

    /// Milliseconds between two fixes kept on the way, if nothing but the interval decides about them.
    var onlyInterval: Int64? {
        guard triggers == ["interval"], let interval, heartbeat ?? interval >= interval else { return nil }
        return interval
    }
}

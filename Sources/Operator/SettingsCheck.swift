import Configuration
import Runtime
import Sampling

/// Are the settings right, for both daemons?
struct SettingsCheck {
    /// What the agent would get; nil if that has faults.
    private(set) var agent: AgentSettings?
    /// What the uploader would get; nil if that has faults.
    private(set) var uploader: UploaderSettings?
    /// What needs neither a name nor a tracker; nil if even that has faults.
    private(set) var box: BoxSettings?
    private(set) var findings: [Finding] = []

    init(_ invocation: Invocation) {
        var faults: [SettingFault] = []
        agent = read(AgentSettings.self, of: .agent, invocation, &faults)
        uploader = read(UploaderSettings.self, of: .uploader, invocation, &faults)
        box = read(BoxSettings.self, of: nil, invocation, &faults)
        faults += invocation.source.faults(ofReaders: [invocation.user(.agent), invocation.user(.uploader)])
        // The profile of who calls is not the service's: it is looked at, and told to be so.
        if let home = invocation.home, uploader?.credentials.file == nil {
            uploader?.credentials.file = CredentialsSection.file(inHome: home)
        }
        findings = faults.map { Finding("settings", .failure, $0.description, advice: $0.advice) }
        if faults.isEmpty { findings.append(Finding("settings", .ok, "understood")) }
        if let rules = agent?.sampling { findings += Self.oddities(rules) }
    }

    private func read<Group: SettingsGroup>(
        _ group: Group.Type, of daemon: Daemons?, _ invocation: Invocation, _ faults: inout [SettingFault]
    ) -> Group? {
        do throws(SettingsError) {
            return try invocation.load(group, of: daemon)
        } catch {
            for fault in error.faults where !faults.contains(fault) { faults.append(fault) }
            return nil
        }
    }

    /// What is allowed and probably not meant.
    private static func oddities(_ rules: SamplingRules) -> [Finding] {
        var findings: [Finding] = []
        if let heartbeat = rules.heartbeat, let interval = rules.interval, heartbeat < interval {
            findings.append(
                Finding(
                    "settings", .warning, "sampling.heartbeat is shorter than sampling.interval and keeps a fix first",
                    advice: "make the heartbeat longer than the interval, or turn the interval off"))
        }
        if rules.maxError != nil, rules.interval != nil {
            findings.append(
                Finding(
                    "settings", .warning,
                    "sampling.interval is on and keeps fixes besides those that sampling.max-error needs",
                    advice: "set sampling.interval = off"))
        }
        if rules.heartbeat == nil {
            findings.append(
                Finding(
                    "settings", .note, "sampling.heartbeat is off: a parked vehicle cannot be told from a silent box"))
        }
        return findings
    }
}

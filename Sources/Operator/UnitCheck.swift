import Configuration
import Runtime

/// Do the units let the agent talk to gpsd, and both daemons write where the settings want it? As they come, the agent
/// talks to this box alone, and each writes in its own directories alone. An init script lets them do all that.
enum UnitCheck {
    private static let agent = "waypost-agent.service"

    static func findings(_ settings: BoxSettings, _ invocation: Invocation) -> [Finding] {
        guard invocation.initSystem == .systemd else { return [] }
        let runtime = settings.status.runtime
        return gpsd(settings.receiver, invocation)
            + directories([parent(of: settings.outbox.path), runtime.agentDirectory], of: .agent, invocation)
            + directories([parent(of: settings.delivery.path), runtime.uploaderDirectory], of: .uploader, invocation)
    }

    // MARK: Where it writes

    private static func parent(of path: String) -> String {
        path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }

    private static func directories(
        _ directories: [String], of daemon: Daemons, _ invocation: Invocation
    ) -> [Finding] {
        let (program, unit) = (daemon.program, "\(daemon.program).service")
        guard let rules = UnitRules(unit: unit, root: invocation.root) else { return [] }
        let hidden = directories.filter { !rules.shows($0) }
        let closed = directories.filter { rules.shows($0) && !rules.lets(writeIn: $0) }
        var findings = hidden.map { directory in
            Finding(
                "unit", .failure, "\(unit) shows \(program) no homes, and so not \(directory)",
                advice: "name one elsewhere in the settings")
        }
        if !closed.isEmpty {
            findings.append(
                Finding(
                    "unit", .failure, "\(unit) does not let \(program) write in \(closed.joined(separator: " and "))",
                    advice: dropIn(program, "ReadWritePaths=\(closed.joined(separator: " "))")))
        }
        return findings
    }

    private static func dropIn(_ program: String, _ line: String) -> String {
        "systemctl edit \(program), write the two lines [Service] and \(line), then: systemctl restart \(program)"
    }

    // MARK: Whom it talks to

    private static func gpsd(_ section: ReceiverSection, _ invocation: Invocation) -> [Finding] {
        guard let rules = UnitRules(unit: agent, root: invocation.root) else { return [] }
        let blocked = IPAddress.list(of: section.host).filter { !rules.lets($0) }.map(\.text)
        let servers = IPAddress(section.host) == nil ? nameServers(invocation).filter { !rules.lets($0) } : []
        if !blocked.isEmpty {
            let asked = (blocked + (section.host == "localhost" ? [] : servers.map(\.text))).joined(separator: " ")
            return [
                Finding(
                    "unit", .failure,
                    "gpsd is at \(blocked.joined(separator: " and ")), and \(agent) does not let the agent talk to it",
                    advice: dropIn("waypost-agent", "IPAddressAllow=\(asked)"))
            ]
        }
        guard let server = servers.first, section.host != "localhost" else { return [] }
        return [
            Finding(
                "unit", .warning,
                "\(section.host) may have to be looked up at \(server.text), and \(agent) does not let the agent talk to it",
                advice: "set receiver.host to an address, or add \(server.text) to IPAddressAllow=")
        ]
    }

    private static func nameServers(_ invocation: Invocation) -> [IPAddress] {
        let text = (try? TextFile.read(invocation.root + "/etc/resolv.conf")) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.count >= 2 && words[0] == "nameserver" ? IPAddress(String(words[1])) : nil
        }
    }
}

import Configuration
import Runtime

/// Does the agent's unit let it talk to gpsd? As it comes, it lets the agent talk to this box alone. An init script
/// lets it talk to everybody.
enum UnitCheck {
    private static let unit = "waypost-agent.service"

    static func findings(_ section: ReceiverSection, _ invocation: Invocation) -> [Finding] {
        guard invocation.initSystem == .systemd, let rules = UnitAddresses(unit: unit, root: invocation.root) else {
            return []
        }
        let blocked = IPAddress.list(of: section.host).filter { !rules.lets($0) }.map(\.text)
        let servers = IPAddress(section.host) == nil ? nameServers(invocation).filter { !rules.lets($0) } : []
        if !blocked.isEmpty {
            let asked = (blocked + (section.host == "localhost" ? [] : servers.map(\.text))).joined(separator: " ")
            return [
                Finding(
                    "unit", .failure,
                    "gpsd is at \(blocked.joined(separator: " and ")), and \(unit) does not let the agent talk to it",
                    advice: "systemctl edit waypost-agent, write the two lines [Service] and IPAddressAllow=\(asked), "
                        + "then: systemctl restart waypost-agent")
            ]
        }
        guard let server = servers.first, section.host != "localhost" else { return [] }
        return [
            Finding(
                "unit", .warning,
                "\(section.host) may have to be looked up at \(server.text), and \(unit) does not let the agent talk to it",
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

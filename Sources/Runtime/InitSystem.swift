import Glibc

/// What starts and stops the services of a machine, in the words that a person types.
public enum InitSystem: Equatable, Sendable {
    /// systemctl(1) and journalctl(1).
    case systemd
    /// The scripts of /etc/init.d, by service(8); what services say is in the system log.
    case scripts

    /// What runs the machine whose files lie below `root`, as sd_booted(3) tells it.
    public init(root: String = "") {
        self = access(root + "/run/systemd/system", F_OK) == 0 ? .systemd : .scripts
    }

    /// Starts a service.
    public func start(_ service: String) -> String {
        switch self {
        case .systemd: "systemctl start \(service)"
        case .scripts: "service \(service) start"
        }
    }

    /// Starts a service now and at each boot.
    public func enable(_ service: String) -> String {
        switch self {
        case .systemd: "systemctl enable --now \(service)"
        case .scripts: "update-rc.d \(service) enable; service \(service) start"
        }
    }

    /// Ends services and starts them anew.
    public func restart(_ services: [String]) -> String {
        switch self {
        case .systemd: "systemctl restart \(services.joined(separator: " "))"
        case .scripts: services.map { "service \($0) restart" }.joined(separator: "; ")
        }
    }

    /// Has the clock set over the network.
    public var setsClock: String {
        switch self {
        case .systemd: "timedatectl set-ntp true"
        case .scripts: "apt install chrony"
        }
    }

    /// Where one reads what a service said.
    public func log(of service: String) -> String {
        switch self {
        case .systemd: "journalctl -u \(service)"
        case .scripts: "the system log"
        }
    }
}

import Glibc
import Runtime

/// What settings may refer to besides themselves: this machine's names and this process's environment.
public struct MachineFacts: Equatable, Sendable {
    /// The 32 hex digits of machine-id(5), which must not leave the machine as they are.
    public var machineID: String?
    /// The serial number in the device tree, as Raspberry Pis and most ARM boards have one.
    public var serialNumber: String?
    /// The host name.
    public var hostName: String
    /// $CREDENTIALS_DIRECTORY, where systemd puts what LoadCredential= names.
    public var credentialsDirectory: String?
    /// $HOME, unless this is a service: a service has no business in a home.
    public var home: String?

    /// No facts but a host name.
    public init(hostName: String) {
        self.hostName = hostName
    }

    /// The facts of this machine and process.
    public static var current: MachineFacts {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let hostName = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        var facts = MachineFacts(hostName: hostName ?? "")
        facts.machineID = word("/etc/machine-id") ?? word("/var/lib/dbus/machine-id")
        facts.serialNumber = word("/proc/device-tree/serial-number")
        facts.credentialsDirectory = variable("CREDENTIALS_DIRECTORY")
        facts.home = ServiceProcess.isService ? nil : variable("HOME")
        return facts
    }

    /// The first line of a small file, without blanks or the NUL at the end of a device-tree property.
    private static func word(_ path: String) -> String? {
        guard let text = try? TextFile.read(path, limit: 4096) else { return nil }
        let word = text.unicodeScalars.prefix { $0 != "\0" && !$0.properties.isWhitespace }
        return word.isEmpty ? nil : String(word)
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

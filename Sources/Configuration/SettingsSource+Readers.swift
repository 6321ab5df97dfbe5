import Glibc
import Runtime

extension SettingsSource {
    /// What of the default files somebody of `users` may not read, with what opens it. Whoever may read them, as root,
    /// would not notice else; a file that is closed to this process too is a fault of loading it. Users that this machine
    /// does not have count as little as files that a command line names.
    public func faults(ofReaders users: [String]) -> [SettingFault] {
        guard files.isEmpty else { return [] }
        let users = users.filter(FileFacts.isUser)
        let dropIns = (try? SettingCollector.dropIns(of: defaultFile)) ?? []
        return ([defaultFile, defaultFile + ".d"] + dropIns).compactMap { path in
            guard let facts = try? FileFacts(path), access(path, R_OK) == 0 else { return nil }
            let closed = users.filter { !facts.lets($0, facts.isDirectory ? 0o5 : 0o4) }
            guard !closed.isEmpty else { return nil }
            var fault = SettingFault(reason: "\(closed.joined(separator: " and ")) may not read \(path)")
            fault.advice = "chmod \(facts.isDirectory ? "755" : "644") \(path)"
            return fault
        }
    }
}

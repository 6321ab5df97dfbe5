import Configuration
import Glibc
import Runtime

/// What a subcommand was called with.
struct Invocation {
    /// Its options.
    var options: ParsedOptions
    /// Where settings come from: what stands before the subcommand and after it.
    var source: SettingsSource
    var clock: any MachineClock = SystemClock()
    var terminal = Terminal()
    var output = Output()
    /// Where the system's own files lie; a test has its own.
    var root = ""
    /// Looks up a variable of the environment.
    var variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }

    /// What starts and stops the daemons of this box.
    var initSystem: InitSystem { InitSystem(root: root) }

    /// What settings may refer to. Where this is not the uploader's unit itself, `%d` means what that unit has, which
    /// root may read while it runs.
    var facts: MachineFacts {
        var facts = MachineFacts.current
        facts.credentialsDirectory = facts.credentialsDirectory ?? "/run/credentials/waypost-uploader.service"
        return facts
    }

    /// The settings of `group`.
    func load<Group: SettingsGroup>(_ group: Group.Type) throws(SettingsError) -> Group {
        try source.load(group, facts: facts).settings
    }

    /// What keeps `group` from being used; nil if nothing does.
    func faults<Group: SettingsGroup>(_ group: Group.Type) -> SettingsError? {
        do throws(SettingsError) {
            _ = try load(group)
            return nil
        } catch {
            return error
        }
    }

    /// What calls the tracker of `settings`.
    func session(_ settings: HistorySettings) throws -> TrackerSession {
        try TrackerSession(
            settings.tracker, settings.credentials.byHand(root: root), clock: clock,
            agentState: settings.runtime.agentState, variable: variable)
    }

    /// A wrong use of this subcommand.
    func usage(_ fault: String, _ command: any Command.Type) -> UsageError {
        UsageError(fault, program: "waypost \(command.name)")
    }
}

import Configuration
import Glibc
import Runtime
import Uploader

/// What a subcommand was called with.
struct Invocation {
    /// Its options.
    var options: ParsedOptions
    /// Where settings come from: what stands before the subcommand and after it.
    var source: SettingsSource
    var clock: any MachineClock = SystemClock()
    var terminal = Terminal()
    var output = Output()
    /// Milliseconds that a daemon has to say how it is; on a crowded machine a test gives it more.
    var patience = 1000
    /// Where the system's own files lie; a test has its own.
    var root = ""
    /// Looks up a variable of the environment.
    var variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    /// The home of who calls; nil for a service.
    var home = MachineFacts.current.home

    /// Whom a daemon runs as.
    var user: (Daemons) -> String = { $0.program }

    /// What starts and stops the daemons of this box.
    var initSystem: InitSystem { InitSystem(root: root) }

    /// What settings may refer to. Where this is not the uploader's unit itself, `%d` means what that unit has, which
    /// root may read while it runs.
    var facts: MachineFacts {
        var facts = MachineFacts.current
        facts.home = home
        facts.credentialsDirectory = facts.credentialsDirectory ?? "/run/credentials/waypost-uploader.service"
        return facts
    }

    /// What the settings of `daemon` may refer to: a service has no home, and the agent is handed no files.
    private func facts(of daemon: Daemons?) -> MachineFacts {
        var facts = facts
        if daemon != nil { facts.home = nil }
        if daemon == .agent { facts.credentialsDirectory = nil }
        return facts
    }

    /// The settings of `group` as who calls gets them, or as the service `daemon` does.
    func load<Group: SettingsGroup>(_ group: Group.Type, of daemon: Daemons? = nil) throws(SettingsError) -> Group {
        try source.load(group, facts: facts(of: daemon)).settings
    }

    /// What keeps `daemon` from starting, `group` being its settings; empty if nothing does.
    func faults<Group: SettingsGroup>(_ group: Group.Type, of daemon: Daemons) -> [SettingFault] {
        do throws(SettingsError) {
            _ = try load(group, of: daemon)
            return source.faults(ofReaders: [user(daemon)])
        } catch {
            return error.faults
        }
    }

    /// What calls the tracker of `settings`.
    func session(_ settings: HistorySettings) throws -> TrackerSession {
        try TrackerSession(
            settings.tracker.byHand(root: root), settings.credentials.byHand(root: root),
            identity: identity(of: settings.credentials, besides: settings.deliveryPath), clock: clock,
            agentState: settings.runtime.agentState, variable: variable)
    }

    /// Where a guest of Cognito finds the identity of this box, with the uploader's store at `path`, and keeps one; nil
    /// where none is asked for.
    func identity(of credentials: CredentialsSection, besides path: String) -> IdentityFiles? {
        guard credentials.identityPool != nil else { return nil }
        return IdentityFiles(lent: CredentialChoice.identityFile(besides: path), home: home, variable: variable)
    }

    /// The same command line, for root.
    func asRoot(_ command: any Command.Type) -> String {
        var words =
            ["sudo", "waypost", command.name] + command.options.map(\.name).filter(options.has).map { "--\($0)" }
        for file in source.files { words += ["--config", ShellWord.quoted(file)] }
        for override in source.overrides { words += ["--set", ShellWord.quoted(override)] }
        return words.joined(separator: " ")
    }

    /// A wrong use of this subcommand.
    func usage(_ fault: String, _ command: any Command.Type) -> UsageError {
        UsageError(fault, program: "waypost \(command.name)")
    }
}

import Configuration
import Runtime

extension Command {
    /// Hands `request` to a daemon and shows its answer.
    static func ask(_ daemon: Daemons, _ request: String, _ invocation: Invocation) throws -> ExitCode {
        let settings = try locate(RuntimeSection.self, invocation)
        try invocation.output.write(try answer(of: daemon, to: request, settings, invocation).text + "\n")
        return .success
    }

    /// What a daemon says to `request`.
    static func answer(
        of daemon: Daemons, to request: String, _ settings: RuntimeSection, _ invocation: Invocation
    ) throws -> DaemonAnswer {
        try DaemonAnswer(try words(of: daemon, to: request, settings, invocation), of: daemon.program)
    }

    /// A daemon that did not answer in time has the request all the same, and does it when it comes to it.
    private static func words(
        of daemon: Daemons, to request: String, _ settings: RuntimeSection, _ invocation: Invocation
    ) throws -> String {
        do throws(RuntimeError) {
            return try daemon.client(settings).ask(request)
        } catch {
            guard case .noAnswer(let program, let milliseconds) = error else { throw error }
            throw OperatorError(
                "\(program) did not answer within \(milliseconds / 1000) s, and may still do what was asked: waypost status "
                    + "shows whether it did. Is it stuck? See: \(invocation.initSystem.log(of: program))",
                error.exitCode)
        }
    }

    /// Settings that say where the daemons and their stores are. A fault of a file that is about something else keeps
    /// nobody from looking after a box that runs: it is a note.
    static func locate<Group: SettingsGroup>(_ group: Group.Type, _ invocation: Invocation) throws -> Group {
        let (settings, passedOver) = try invocation.source.locate(group, facts: invocation.facts)
        for fault in passedOver { Program.note("note: \(fault)", by: "waypost \(name)") }
        return settings
    }
}

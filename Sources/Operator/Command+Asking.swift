import Configuration
import Runtime

extension Command {
    /// Hands `request` to a daemon and shows its answer.
    static func ask(_ daemon: Daemons, _ request: String, _ invocation: Invocation) throws -> ExitCode {
        _ = try answer(daemon, request, invocation)
        return .success
    }

    /// The same, for whoever wants to know more of the answer, which is shown unless that says otherwise.
    static func answer(
        _ daemon: Daemons, _ request: String, _ invocation: Invocation, isShown: Bool = true
    ) throws -> DaemonAnswer {
        let settings = try invocation.load(RuntimeSection.self)
        let answer = try DaemonAnswer(try words(of: daemon, settings, request, invocation), of: daemon.program)
        if isShown { try invocation.output.write("\(answer.text)\n") }
        return answer
    }

    /// A daemon that did not answer in time has the request all the same, and does it when it comes to it.
    private static func words(
        of daemon: Daemons, _ settings: RuntimeSection, _ request: String, _ invocation: Invocation
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
}

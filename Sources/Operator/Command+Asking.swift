import Configuration
import Runtime

extension Command {
    /// Hands `request` to a daemon and shows its answer.
    static func ask(_ daemon: Daemons, _ request: String, _ invocation: Invocation) throws -> ExitCode {
        _ = try answer(daemon, request, invocation)
        return .success
    }

    /// The same, for whoever wants to know more of the answer.
    static func answer(_ daemon: Daemons, _ request: String, _ invocation: Invocation) throws -> DaemonAnswer {
        let settings = try invocation.load(RuntimeSection.self)
        let answer = try DaemonAnswer(try daemon.client(settings).ask(request), of: daemon.program)
        try invocation.output.write("\(answer.text)\n")
        return answer
    }
}

import Configuration
import Runtime

/// The command line of `waypost-agent`.
public enum AgentCommand {
    /// Understands the process's command line, runs the agent, and ends the process.
    public static func main() -> Never {
        Daemon.prepare()
        let parser = OptionParser(
            program: "waypost-agent",
            summary: """
                Records the fixes of gpsd into the outbox, in the foreground.
                SIGTERM stores what waits and ends with 0; SIGHUP reads the settings again.
                """)
        Program.run(parser) { options in
            try AgentService(source: SettingsSource(options)).run()
        }
    }
}

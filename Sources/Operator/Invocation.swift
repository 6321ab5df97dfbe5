import Configuration
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

    /// A wrong use of this subcommand.
    func usage(_ fault: String, _ command: any Command.Type) -> UsageError {
        UsageError(fault, program: "waypost \(command.name)")
    }
}

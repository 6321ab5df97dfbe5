import JSON
import Outbox
import Positioning
import Runtime

/// What both processes do right now, as of one look.
struct StatusReport {
    var agent: LiveState
    var uploader: LiveState
    var store: StoreStatus
    /// UTC as well as this box knows it.
    var now: UTCTime

    /// What starts and stops both.
    let initSystem: InitSystem

    init(_ settings: StatusSettings, _ invocation: Invocation) {
        let initSystem = invocation.initSystem
        self.initSystem = initSystem
        let runtime = settings.runtime
        func ask(_ daemon: Daemons, stateFile: String) -> LiveState {
            LiveState(
                daemon.client(runtime), stateFile: stateFile, under: initSystem, within: invocation.patience)
        }
        agent = ask(.agent, stateFile: runtime.agentState)
        uploader = ask(.uploader, stateFile: runtime.uploaderState)
        store = StoreStatus(outboxPath: settings.outboxPath, deliveryPath: settings.deliveryPath)
        now = Self.now(agent.state, invocation.clock)
    }

    /// The receiver's time if the agent has one and vouches for it, else the system clock.
    private static func now(_ state: JSONValue?, _ clock: any MachineClock) -> UTCTime {
        guard let state, state["time_trust"]?.string == "trusted", state["boot_id"]?.string == clock.bootID,
            let text = state["gnss_time"]?.string, let time = UTCTime(iso8601: text),
            let boot = state["boot_ms"]?.integer
        else { return clock.civilTime }
        return time.advanced(by: clock.bootTime.since(BootTime(milliseconds: boot)))
    }

    /// True while the operator has recording paused, which is private.
    var isPaused: Bool { store.isPaused || agent.state?["state"]?.string == "paused" }

    /// Where the vehicle is, as the agent says; null if it says that there is no place, or while recording is paused.
    /// Nil if the agent says nothing of it.
    var liveFix: JSONValue? { isPaused ? .null : agent.state?["fix"] }

    /// A counter of the running agent, else the committed one; nil if neither is known.
    func count(_ name: String, else committed: Int64?) -> Int64? {
        agent.state?[name]?.integer ?? committed
    }

    /// Dropped epochs by rule; nil if they are not known.
    var dropped: [(reason: String, count: Int64)]? {
        let live = agent.state?["dropped"]?.object?.compactMapValues(\.integer)
        guard let counts = (live ?? store.counted?.dropped)?.filter({ $0.value > 0 }) else { return nil }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (reason: $0.key, count: $0.value) }
    }

    /// All that is not as it should be, as sentences.
    var problems: [String] {
        [agent.problem, uploader.problem].compactMap { $0 } + store.problems
    }
}

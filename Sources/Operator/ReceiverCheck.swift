import Configuration
import Positioning
import Receiver
import Runtime

/// Does gpsd answer, does a receiver talk to it, does it see the sky, and does it know the time?
enum ReceiverCheck {
    /// Milliseconds that a receiver gets to show a fix: at one epoch a second its time is trusted after three.
    private static let patience: Int64 = 8000

    /// What was found, and the receiver's time if it had a fix. While recording is paused, places are private.
    static func look(
        _ section: ReceiverSection, isPaused: Bool, _ invocation: Invocation
    ) -> (findings: [Finding], time: UTCTime?) {
        let probe = ReceiverProbe(section, clock: invocation.clock)
        do throws(RuntimeError) {
            try watch(probe, invocation.clock)
        } catch {
            return ([Finding("gpsd", .failure, "\(error)")], nil)
        }
        return (judge(probe, section, isPaused, invocation.initSystem), probe.fix?.sampleTime)
    }

    private static func watch(_ probe: ReceiverProbe, _ clock: any MachineClock) throws(RuntimeError) {
        let loop = try EventLoop(clock: clock)
        probe.end = clock.bootTime.advanced(by: patience)
        probe.stop = { loop.stop() }
        loop.add(probe)
        try loop.run()
    }

    private static func judge(
        _ probe: ReceiverProbe, _ section: ReceiverSection, _ isPaused: Bool, _ initSystem: InitSystem
    ) -> [Finding] {
        guard let version = probe.version else {
            let reason = reason(probe.failure, section)
            return [Finding("gpsd", .failure, reason, advice: advice(probe.failure, section, initSystem))]
        }
        let gpsd = Finding("gpsd", .ok, "release \(version) at \(section.host):\(section.port)")
        if let refusal = probe.refusal {
            let advice = "is receiver.device one of gpsd's devices? gpspipe -w -n 5 shows them"
            return [gpsd, Finding("receiver", .failure, "gpsd says: \(refusal)", advice: advice)]
        }
        return [gpsd, receiver(probe, isPaused, initSystem)]
    }

    private static func reason(_ failure: ReceiverError?, _ section: ReceiverSection) -> String {
        let place = "\(section.host):\(section.port)"
        switch failure {
        case .noGreeting, .closed, .broken:
            return "something accepts connections at \(place), and does not greet as gpsd does"
        case let failure?: return failure.description
        case nil: return "gpsd at \(place) does not answer."
        }
    }

    /// How gpsd comes to answer.
    static func advice(_ failure: ReceiverError?, _ section: ReceiverSection, _ initSystem: InitSystem) -> String {
        switch failure {
        case .unknownHost, .lookupTimedOut:
            return "check the spelling of receiver.host, or set it to an address: that needs no name service"
        case .noGreeting, .closed, .broken:
            return "is receiver.port right? gpsd's is 2947. If that is gpsd's: "
                + initSystem.restart(initSystem == .systemd ? ["gpsd.socket", "gpsd"] : ["gpsd"])
        default: break
        }
        guard ["localhost", "::1"].contains(section.host) || section.host.hasPrefix("127.") else {
            return "on that host gpsd must listen on the network (gpsd -G, or ListenStream= of its gpsd.socket); is "
                + "there a firewall? receiver.host and receiver.port say where it is"
        }
        // Debian's gpsd is started by its socket under systemd.
        return "apt install gpsd; " + initSystem.enable(initSystem == .systemd ? "gpsd.socket" : "gpsd")
    }

    private static func receiver(_ probe: ReceiverProbe, _ isPaused: Bool, _ initSystem: InitSystem) -> Finding {
        if let fix = probe.fix, let place = fix.coordinate {
            let accuracy = fix.horizontalAccuracy.map { ", ±\(NumberText.decimal($0, 0)) m" } ?? ""
            guard !isPaused else {
                return Finding(
                    "receiver", .ok,
                    "a fix\(accuracy), \(fix.sampleTime.iso8601); no place is told while recording is paused")
            }
            let text = "\(NumberText.decimal(place.latitude, 5)) \(NumberText.decimal(place.longitude, 5))\(accuracy)"
            return Finding("receiver", .ok, "\(text), \(fix.sampleTime.iso8601)")
        }
        if !probe.hasEpochs {
            return Finding(
                "receiver", .failure, "gpsd answers, and no receiver talks to it",
                advice: "is it plugged in? Name its device in /etc/default/gpsd (DEVICES=), then: "
                    + initSystem.restart(initSystem == .systemd ? ["gpsd.socket", "gpsd"] : ["gpsd"])
                    + "; watch it with cgps (apt install gpsd-clients)")
        }
        if let wrong = probe.wrongTime {
            return Finding(
                "receiver", .failure, "there are positions, and their date is wrong (\(wrong.rawValue))",
                advice: "wait some minutes under a free sky; if it stays wrong, the receiver counts weeks wrongly: "
                    + "newer firmware, or another receiver")
        }
        if probe.sawPosition {
            return Finding(
                "receiver", .warning, "there are positions, and no time to rely on yet (\(probe.trust.rawValue))",
                advice: "wait a minute; the time is taken when three fixes agree")
        }
        return Finding(
            "receiver", .warning, "the receiver talks and has no position",
            advice: "give its antenna a free view of the sky; the first fix may take some minutes")
    }
}

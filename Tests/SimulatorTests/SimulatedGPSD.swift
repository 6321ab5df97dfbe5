import Positioning

@testable import Receiver

/// The agent's conversation with gpsd: what gpsd has said and the Receiver has not read.
final class SimulatedGPSD: ReportSource {
    private var unread: [GPSDSession.Event] = []
    private(set) var isStopped = false
    let descriptor: Int32? = nil
    let wantsWrite = false

    func say(_ event: GPSDSession.Event) {
        unread.append(event)
    }

    var deadline: BootTime? {
        isStopped ? nil : BootTime(milliseconds: unread.isEmpty ? .max : 0)
    }

    func path(ofDevice device: Int) -> String { "/dev/ttyACM\(device)" }

    func serve(readable: Bool, writable: Bool, now: BootTime, handle: (GPSDSession.Event) -> Void) {
        let events = unread
        unread = []
        for event in events where !isStopped { handle(event) }
    }

    func stop() {
        isStopped = true
    }
}

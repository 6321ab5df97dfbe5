import LocalTracker
import Positioning
import Runtime

/// Lets the event loop serve the tracker.
final class TrackerSource: PollSource {
    private let server: TrackerServer
    private let clock: any MachineClock

    init(_ server: TrackerServer, clock: any MachineClock) {
        (self.server, self.clock) = (server, clock)
    }

    var deadline: BootTime? { server.deadline }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        list.append(PollDescriptor(fd: server.descriptor, wantsRead: true))
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        server.serve(now: now, utc: clock.civilTime)
    }
}

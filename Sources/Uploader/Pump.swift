import Positioning
import Runtime

/// Calls the engine when its next deadline has come.
final class Pump: PollSource {
    private unowned let service: UploaderService

    init(service: UploaderService) {
        self.service = service
    }

    var deadline: BootTime? { service.deadline }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        service.pump()
    }
}

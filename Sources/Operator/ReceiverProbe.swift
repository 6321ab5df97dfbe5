import Configuration
import Positioning
import Receiver
import Runtime

/// Listens to gpsd until there is a fix, a reason why there will be none, or the time is up.
final class ReceiverProbe: PollSource {
    /// Milliseconds for gpsd's greeting, which a gpsd that runs sends at once.
    private static let greeting: Int64 = 5000

    private let receiver: Receiver
    /// When to give up.
    var end = BootTime(milliseconds: 0)
    /// Called when there is no more to learn.
    var stop: () -> Void = {}

    /// gpsd's release, once it answered.
    private(set) var version: String?
    private(set) var failure: ReceiverError?
    private(set) var refusal: String?
    private(set) var fix: Fix?
    private(set) var sawPosition = false
    private(set) var hasEpochs = false

    /// What was wrong with the time of the last epoch that was dropped for it.
    private(set) var wrongTime: EpochDrop?

    init(_ section: ReceiverSection, clock: any MachineClock) {
        var settings = ReceiverSettings()
        settings.host = section.host
        settings.port = section.port
        settings.device = section.device
        settings.silence = Self.greeting
        receiver = Receiver(settings: settings, bootID: clock.bootID, systemClock: { clock.synchronisedTime })
    }

    /// How far the receiver's time is to be relied on.
    var trust: TimeTrust { receiver.trust }

    var deadline: BootTime? { receiver.deadline.map { min($0, end) } ?? end }

    func appendDescriptors(to list: inout [PollDescriptor]) {
        guard let descriptor = receiver.descriptor else { return }
        list.append(PollDescriptor(fd: descriptor, wantsRead: true, wantsWrite: receiver.wantsWrite))
    }

    func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        let readable = ready.first?.isReadable ?? false
        let writable = ready.first?.isWritable ?? false
        receiver.serve(readable: readable, writable: writable, now: now, report: take)
        // Epochs that wait for a trusted time have a position: without one they are dropped at once.
        if receiver.held > 0 { (hasEpochs, sawPosition) = (true, true) }
        if fix?.coordinate != nil || failure != nil || refusal != nil || now >= end { stop() }
    }

    private func take(_ event: ReceiverEvent) {
        switch event {
        case .connected(let version): self.version = version
        case .disconnected(let error): failure = error
        case .refused(let message): refusal = message
        case .fix(let fix):
            hasEpochs = true
            if fix.coordinate != nil { self.fix = fix }
        case .dropped(let reason):
            hasEpochs = true
            if reason != .noPosition { sawPosition = true }
            if reason == .beforeBuild || reason == .future { wrongTime = reason }
        case .trust, .reanchored, .clockBehind, .silent, .deviceLost, .unreadable: break
        }
    }
}

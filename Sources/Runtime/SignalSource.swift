import CLinux
import Glibc
import Positioning

/// Hands the daemon's signals to a closure, from the event loop and never in the middle of other work.
///
/// `Daemon.prepare` must have blocked them before.
public final class SignalSource: PollSource {
    private let fd: Int32
    private let handler: (Signal) -> Void

    /// Opens a signalfd for all of `Signal`.
    public init(handler: @escaping (Signal) -> Void) throws(RuntimeError) {
        self.handler = handler
        var mask = Signal.mask
        fd = signalfd(-1, &mask, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
        guard fd >= 0 else { throw .system("cannot wait for signals", errno) }
    }

    deinit {
        close(fd)
    }

    /// Waits for signals.
    public func appendDescriptors(to list: inout [PollDescriptor]) {
        list.append(PollDescriptor(fd: fd, wantsRead: true))
    }

    /// Hands over every signal that has arrived.
    public func serve(ready: ArraySlice<PollDescriptor>, now: BootTime) {
        var record = signalfd_siginfo()
        while read(fd, &record, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            if let signal = Signal(number: Int32(bitPattern: record.ssi_signo)) { handler(signal) }
        }
    }
}

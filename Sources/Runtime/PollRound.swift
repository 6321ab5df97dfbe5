import Glibc
import Positioning

/// What one round of the event loop waits for: the timer, and the descriptors of each source, side by side for poll(2).
struct PollRound {
    private var descriptors: [PollDescriptor] = []
    /// Where the timer ends, and the descriptors of each source after it.
    private var ends: [Int] = []

    /// Asks every source for its descriptors; the nearest of their deadlines.
    mutating func collect(from sources: [any PollSource], timer: LoopTimer) -> BootTime? {
        descriptors.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        descriptors.append(PollDescriptor(fd: timer.fd, wantsRead: true))
        ends.append(descriptors.count)
        var nearest: BootTime?
        for source in sources {
            source.appendDescriptors(to: &descriptors)
            ends.append(descriptors.count)
            nearest = .soonest(nearest, source.deadline)
        }
        return nearest
    }

    /// Waits until a descriptor is ready, for `timeout` milliseconds at most, or for ever if that is -1.
    mutating func wait(timeout: Int32) throws(RuntimeError) {
        let count = nfds_t(descriptors.count)
        let result = descriptors.withUnsafeMutableBytes { bytes in
            poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), count, timeout)
        }
        // A stop and continue from the shell may interrupt poll; nothing is ready then.
        guard result >= 0 || errno == EINTR else { throw .system("cannot wait in poll", errno) }
    }

    /// True if one of the descriptors of the source number `index` is ready.
    func isReady(_ index: Int) -> Bool {
        range(of: index).contains { descriptors[$0].isReady }
    }

    /// All descriptors of the source number `index`, in its order.
    func descriptors(of index: Int) -> ArraySlice<PollDescriptor> {
        descriptors[range(of: index)]
    }

    private func range(of index: Int) -> Range<Int> {
        ends[index]..<ends[index + 1]
    }
}

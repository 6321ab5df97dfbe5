import Glibc

/// A file descriptor in a poll(2) call: what its owner waits for and, after the call, what is ready.
public struct PollDescriptor {
    /// The only member, so that an array of these is the array that poll(2) wants.
    var raw: pollfd

    /// Waits for `fd` to become readable, writable, or both. A hang-up or an error is always reported.
    public init(fd: Int32, wantsRead: Bool, wantsWrite: Bool = false) {
        raw = pollfd(fd: fd, events: Int16((wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0)), revents: 0)
    }

    /// The descriptor; its owner closes it.
    public var fd: Int32 { raw.fd }

    /// A read will not block: there are bytes, or the end, or an error to fetch.
    public var isReadable: Bool { raw.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 }

    /// A write will not block, or will fetch the error.
    public var isWritable: Bool { raw.revents & Int16(POLLOUT | POLLHUP | POLLERR) != 0 }

    /// Anything happened: one of the above, or the descriptor is not open at all.
    public var isReady: Bool { raw.revents != 0 }
}

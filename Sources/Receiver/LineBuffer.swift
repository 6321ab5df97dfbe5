import Glibc

/// Splits a byte stream into lines, in a buffer of fixed size: a line that does not fit is skipped, not stored.
final class LineBuffer {
    /// The longest line that is delivered, without its newline. gpsd's longest known report has 9,059 bytes, libgps
    /// itself gives up at 20,480.
    static let capacity = 32 * 1024

    /// What `next` found.
    enum Line {
        /// A line without newline and carriage return; valid until the next `receive`.
        case text(UnsafeRawBufferPointer)
        /// A line longer than `capacity` has begun; the rest of it will be skipped.
        case oversize
    }

    private let bytes: UnsafeMutableRawPointer
    private var start = 0
    private var end = 0
    /// No newline lies between `start` and here.
    private var searched = 0
    private var skipping = false

    init() {
        bytes = .allocate(byteCount: Self.capacity + 1, alignment: 1)
    }

    deinit {
        bytes.deallocate()
    }

    /// Forgets all: another stream begins.
    func clear() {
        (start, end, searched, skipping) = (0, 0, 0, false)
    }

    /// Lets `read` put bytes into the free room; returns what it returned.
    func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if start > 0 {
            memmove(bytes, bytes + start, end - start)
            (end, searched, start) = (end - start, searched - start, 0)
        }
        let room = UnsafeMutableRawBufferPointer(start: bytes + end, count: Self.capacity + 1 - end)
        let count = read(room)
        if count > 0 { end += count }
        return count
    }

    /// The next complete line; nil if more bytes are needed, of which there is room for at least one then.
    func next() -> Line? {
        while true {
            guard let newline = memchr(bytes + searched, 0x0A, end - searched) else {
                searched = end
                return giveUpIfFull()
            }
            let stop = UnsafeRawPointer(newline) - UnsafeRawPointer(bytes)
            let line = UnsafeRawBufferPointer(start: bytes + start, count: stop - start)
            (start, searched) = (stop + 1, stop + 1)
            if skipping {
                skipping = false
            } else {
                return .text(line.last == 0x0D ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line)
            }
        }
    }

    private func giveUpIfFull() -> Line? {
        guard skipping || end - start > Self.capacity else { return nil }
        let first = !skipping
        skipping = true
        (start, searched) = (end, end)
        return first ? .oversize : nil
    }
}

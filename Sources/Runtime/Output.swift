import Glibc

/// Buffered text to a descriptor, which does not hide that the disk is full or the reader gone.
public final class Output {
    private static let capacity = 64 * 1024

    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []

    /// Text to standard output unless another descriptor is given; `name` is what errors call it.
    public init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output") {
        self.descriptor = descriptor
        self.name = name
    }

    /// Adds `text`; what has gathered is written when it is large.
    public func write(_ text: String) throws(RuntimeError) {
        buffer += text.utf8
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes what has gathered.
    public func flush() throws(RuntimeError) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .system("cannot write to \(name)", errno) }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

import CMicroHTTPD

/// The first half of a body, after which the connection breaks, though the length of the whole was announced.
final class HalfBody {
    private let bytes: ArraySlice<UInt8>

    private init(_ body: [UInt8]) {
        bytes = body.prefix(body.count / 2)
    }

    /// A response of libmicrohttpd that sends half of `body`.
    static func response(_ body: [UInt8]) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64(body.count), 4096,
            { half, position, buffer, size in
                guard let half, let buffer else { return -2 }
                return Unmanaged<HalfBody>.fromOpaque(half).takeUnretainedValue().read(Int(position), buffer, size)
            }, Unmanaged.passRetained(HalfBody(body)).toOpaque(),
            { half in
                if let half { Unmanaged<HalfBody>.fromOpaque(half).release() }
            })
    }

    /// Copies what follows `position`; -2, MHD_CONTENT_READER_END_WITH_ERROR, at the half.
    private func read(_ position: Int, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
        let piece = bytes.dropFirst(position).prefix(size)
        guard !piece.isEmpty else { return -2 }
        piece.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(from: bytes)
        }
        return piece.count
    }
}

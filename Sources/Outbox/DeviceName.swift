/// A device id, with what vouches for it: a fix must never be sent under another one because a bit flipped.
struct DeviceName: Equatable {
    let text: String
    /// What the checksum of a row holds of it.
    let hash: UInt64

    init(_ text: String) {
        self.text = text
        var hash = Checksum()
        for byte in text.utf8 { hash.mix(UInt64(byte)) }
        self.hash = hash.value
    }

    /// 32 bits over the name and the number under which rows refer to it.
    func checksum(as number: Int64) -> Int64 {
        var hash = Checksum()
        hash.mix(self.hash)
        hash.mix(UInt64(bitPattern: number))
        return Int64(truncatingIfNeeded: hash.value & 0xffff_ffff)
    }
}

/// FNV-1a over words of 64 bits, folded so that the upper half counts too: SQLite has no checksums, and what a rotten
/// card says must be known for it (http://www.isthe.com/chongo/tech/comp/fnv/).
struct Checksum {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x0000_0100_0000_01b3
        value ^= value >> 32
    }
}

/// Addresses whose first bits are the same, as systemd.resource-control(5) writes them for `IPAddressAllow=`.
struct AddressRange: Equatable {
    private let first: IPAddress
    private let bits: Int

    /// `10.0.0.0/8`, `fd00::/8`, or one address.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let head = parts.first, let first = IPAddress(String(head)) else { return nil }
        self.first = first
        guard parts.count == 2 else {
            bits = first.bytes.count * 8
            return
        }
        guard let bits = Int(parts[1]), 0...first.bytes.count * 8 ~= bits else { return nil }
        self.bits = bits
    }

    /// What one word of the setting stands for; nothing if nobody knows.
    static func list(_ word: String) -> [AddressRange] {
        let ranges =
            switch word {
            case "any": ["0.0.0.0/0", "::/0"]
            case "localhost": ["127.0.0.0/8", "::1/128"]
            case "link-local": ["169.254.0.0/16", "fe80::/64"]
            case "multicast": ["224.0.0.0/4", "ff00::/8"]
            default: [word]
            }
        return ranges.compactMap(AddressRange.init)
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        for (index, pair) in zip(address.bytes, first.bytes).enumerated() {
            let rest = bits - index * 8
            if rest <= 0 { return true }
            let mask = rest >= 8 ? 0xff : ~(UInt8(0xff) >> UInt8(rest))
            if (pair.0 ^ pair.1) & mask != 0 { return false }
        }
        return true
    }
}

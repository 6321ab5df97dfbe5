/// Text that nobody can guess.
enum RandomText {
    /// `count` of `A`...`Z` and `2`...`7`.
    static func capitals(_ count: Int) -> String {
        pick(count, from: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    }

    /// `count` of the letters and digits of base64, without `+` and `/`.
    static func mixed(_ count: Int) -> String {
        pick(count, from: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"))
    }

    /// The form of a UUID: 8-4-4-4-12 hexadecimal digits. Made for every request, so by two system calls only.
    static func identifier() -> String {
        var generator = SystemRandomNumberGenerator()
        var digits = [generator.next(), generator.next()].map(hexadecimal).joined()[...]
        let groups = [8, 4, 4, 4, 12].map { length in
            defer { digits = digits.dropFirst(length) }
            return digits.prefix(length)
        }
        return groups.joined(separator: "-")
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func pick(_ count: Int, from alphabet: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))] })
    }
}

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

    /// The form of a UUID: 8-4-4-4-12 hexadecimal digits.
    static func identifier() -> String {
        let digits = Array("0123456789abcdef")
        return [8, 4, 4, 4, 12].map { pick($0, from: digits) }.joined(separator: "-")
    }

    private static func pick(_ count: Int, from alphabet: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))] })
    }
}

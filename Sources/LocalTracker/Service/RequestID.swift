/// The id that an answer carries, so that a line of a log can be found again.
enum RequestID {
    /// A random one of the form that AWS uses: 8-4-4-4-12 hexadecimal digits.
    static func next() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = [generator.next(), generator.next()].map(hexadecimal).joined()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

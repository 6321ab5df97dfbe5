import Runtime
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("intervall", "interval"), ("intreval", "interval"), ("Interval", "interval"), ("distnce", "distance"),
        ("max_error", "max-error"), ("zzz", nil), ("", nil), ("max-", nil),
        ("inter", "interval"), ("DIST", "distance"), ("max-s", "max-speed"), ("in", nil),
    ])
    func guesses(name: String, expected: String?) {
        let names = ["interval", "distance", "max-error", "max-accuracy", "max-speed"]
        #expect(NearestName.to(name, among: names) == expected)
    }
}

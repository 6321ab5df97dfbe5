import Testing

@testable import LocalTracker

struct NamesTests {
    @Test(arguments: ["truck-17", "a.b_c", "Ünïcødé", "車両7", "٣", "x", "½"])
    func lettersAndNumbersOfEveryScriptMakeADeviceID(_ text: String) {
        #expect(Names.isDeviceID(text))
    }

    @Test(arguments: ["", "a b", "a:b", "a/b", "a\u{0}", "naïve!", "\u{FFFD}", "a+b"])
    func otherCharactersDoNot(_ text: String) {
        #expect(!Names.isDeviceID(text))
    }

    @Test(arguments: [("fleet-1._x", true), ("flotté", false), ("", false), ("a b", false)])
    func aTrackerNameIsASCII(_ text: String, _ isName: Bool) {
        #expect(Names.isTrackerName(text) == isName)
    }

    @Test(arguments: [
        ("eu-central-1:0a1b-ff", true), ("eu-central-1:0A", false), ("eu-central-1", false), (":0a", false),
        ("a:" + String(repeating: "0", count: 54), false),
    ])
    func anIdentityHasARegionAndHexadecimalDigits(_ text: String, _ isIdentity: Bool) {
        #expect(Names.isIdentity(text) == isIdentity)
    }
}

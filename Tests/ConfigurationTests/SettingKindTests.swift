import Testing

@testable import Configuration

@Suite struct SettingKindTests {
    @Test(arguments: [
        ("500ms", 500), ("30s", 30_000), ("5min", 300_000), ("12h", 43_200_000), ("7d", 604_800_000),
        ("1.5s", 1500), ("1.001s", 1001), ("4.35min", 261_000), ("0s", 0), ("0.5ms", nil), ("30", nil), ("30 s", nil),
        ("-5s", nil), ("+5s", nil), ("", nil),
        ("s", nil), ("1e3s", nil), (".5s", nil), ("5.s", nil), ("30m", nil), ("nan", nil), ("inf", nil), ("٣s", nil),
        ("8d", nil), ("99999999999999999999999d", nil), ("1..5s", nil), ("30S", nil),
    ])
    func durations(text: String, milliseconds: Int64?) {
        #expect((try? SettingKind.duration("0s", "7d").parse(text)) == milliseconds)
    }

    @Test(arguments: [("64K", 65_536), ("256M", 268_435_456), ("1G", 1_073_741_824), ("1", nil), ("1k", nil)])
    func sizes(text: String, bytes: Int64?) {
        #expect((try? SettingKind.size("1K", "1G").parse(text)) == bytes)
    }

    @Test(arguments: [("1", 1), ("16", 16), ("0", nil), ("17", nil), ("1.0", nil), ("+1", nil), ("", nil), ("x", nil)])
    func integers(text: String, value: Int?) {
        #expect((try? SettingKind.integer(1...16).parse(text)) == value)
    }

    @Test(arguments: [
        ("none", 0), ("speed", 1), ("speed course", 2), ("speed,course, age", 3), ("speed course altitude climb", 4),
        ("speed course altitude climb mode", nil), ("speed speed", nil), ("velocity", nil), ("", nil),
    ])
    func properties(text: String, count: Int?) {
        #expect((try? PositionProperty.kind.parse(text))?.count == count)
    }

    @Test(arguments: [
        ("eu-central-1", true), ("us-gov-west-1", true), ("cn-north-1", true), ("eu", false), ("eu-central-", false),
        ("eu-central-1.evil", false), ("EU-central-1", false), ("", false), ("--1", false),
    ])
    func regions(text: String, isValid: Bool) {
        #expect(((try? TrackerSection.regionKind.parse(text)) != nil) == isValid)
    }

    @Test(arguments: [
        ("fleet", true), ("Fleet_1.a-b", true), ("", false), ("a b", false), ("a/b", false), ("é", false),
        (String(repeating: "x", count: 101), false),
    ])
    func trackerNames(text: String, isValid: Bool) {
        #expect(((try? TrackerSection.nameKind.parse(text)) != nil) == isValid)
    }
}

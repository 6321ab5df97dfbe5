import Testing

@testable import Configuration

@Suite struct INIFileTests {
    @Test func readsWhatPeopleWrite() {
        let file = INIFile(
            "\u{FEFF}# comment\r\n; another\r\n\r\n  [ a ]\r\nkey=value\n\tother key \t=  with = and # inside \n[b]\nempty=\nü = ö"
        )
        #expect(file.faults.isEmpty)
        #expect(
            file.entries == [
                .init(section: "a", key: "key", value: "value", line: 5),
                .init(section: "a", key: "other key", value: "with = and # inside", line: 6),
                .init(section: "b", key: "empty", value: "", line: 8),
                .init(section: "b", key: "ü", value: "ö", line: 9),
            ])
    }

    @Test func aValueOf4KiBIsTakenAndNoLongerOne() {
        let fits = String(repeating: "x", count: 4096)
        #expect(INIFile("[a]\nk = \(fits)").entries.first?.value == fits)
        #expect(INIFile("[a]\nk = \(fits)x").faults.map(\.line) == [2])
    }

    @Test func everyBrokenLineIsReported() {
        #expect(INIFile("k = v\n[a\nwords\n= v\n[b]\nk = v").faults.map(\.line) == [1, 2, 3, 4])
    }
}

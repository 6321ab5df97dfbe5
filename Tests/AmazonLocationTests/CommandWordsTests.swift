import Testing

@testable import AmazonLocation

struct CommandWordsTests {
    @Test(
        arguments: [
            ("", []), ("  a  b\tc ", ["a", "b", "c"]), ("'a b' c", ["a b", "c"]), (#""a b"c"#, ["a bc"]),
            (#"a\ b"#, ["a b"]), (#"'a\b'"#, [#"a\b"#]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), ("''", [""]),
            (#"x"" 'y'"z""#, ["x", "yz"]), ("a'b\"c'", ["ab\"c"]), ("'a", nil), (#"a\"#, nil), (#""a"#, nil),
            ("'\u{301}a'\\\u{302} \"\u{303}\"", ["\u{301}a\u{302}", "\u{303}"]), ("a \u{301}b", ["a", "\u{301}b"]),
            ("$HOME `id` ; |", ["$HOME", "`id`", ";", "|"]),
        ] as [(String, [String]?)])
    func wordsAreThoseOfAShellWithoutAShell(_ line: String, _ words: [String]?) {
        #expect(CommandWords.split(line) == words)
    }
}

import Testing

@testable import Runtime

@Suite struct FoldedTextTests {
    @Test func whatFitsIsLeftAlone() {
        let text = "one  two\n\n  three\n"
        #expect(FoldedText.fold(text, columns: 8) == text)
    }

    @Test func aLineGoesOnUnderItsSecondColumn() {
        let folded = FoldedText.fold("  --json  one object for programs and for people", columns: 36)
        #expect(folded == "  --json  one object for programs\n          and for people")
    }

    @Test func aSecondColumnThatWouldBeNarrowGoesBelowTheFirst() {
        let folded = FoldedText.fold("  --set SECTION.KEY=VALUE  a setting that wins over files", columns: 40)
        #expect(folded == "  --set SECTION.KEY=VALUE\n      a setting that wins over files")
    }

    @Test func proseIsFoldedAtItsWords() {
        let folded = FoldedText.fold("Looks after the agent and the uploader.", columns: 20)
        #expect(folded == "Looks after the\nagent and the\nuploader.")
    }

    @Test func aWordThatNoLineCanHoldIsBroken() {
        #expect(FoldedText.fold("a/very/long/path and more", columns: 10) == "a/very/lon\ng/path and\nmore")
    }
}

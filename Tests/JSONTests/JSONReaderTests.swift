import JSON
import Testing

struct JSONReaderTests {
    let reader = JSONReader()

    @Test func everyKindOfValueIsRead() throws {
        let value = try reader.read(#"{"a":null,"b":[true,false],"c":-7,"d":1.5e2,"e":"x","f":{}}"#)
        #expect(value["a"] == .null)
        #expect(value["b"]?.array == [.bool(true), .bool(false)])
        #expect(value["c"]?.integer == -7)
        #expect(value["c"]?.number == -7)
        #expect(value["d"]?.number == 150)
        #expect(value["d"]?.integer == nil)
        #expect(value["e"]?.string == "x")
        #expect(value["f"]?.object == [:])
        #expect(value["g"] == nil)
        #expect(try reader.read("42") == .integer(42))
    }

    @Test func stringsKeepEveryScalar() throws {
        let value = try reader.read(#"["\u0000","\ud83d\ude80","é","\"\\\/\b\f\n\r\t"]"#)
        #expect(value.array?.map(\.string) == ["\0", "🚀", "é", "\"\\/\u{8}\u{c}\n\r\t"])
    }

    @Test func integersReachBothEndsOf64Bits() throws {
        #expect(try reader.read("9223372036854775807").integer == .max)
        #expect(try reader.read("-9223372036854775808").integer == .min)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "[1 2]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "01", "+1", ".5", "1.", "NaN", "Infinity",
        "'x'", "\"x", "\"\n\"", "[1] x", "nul", "{\"a\":1,\"a\":2}", "\u{FEFF}{}", "// c\n1", "\"\\ud800\"",
        "\"\\x\"", "9223372036854775808", "1e400",
    ])
    func textThatIsNotStrictJSONIsRejected(_ text: String) {
        #expect(throws: JSONError.self) { try reader.read(text) }
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x7B, 0x00, 0x7D],
    ])
    func bytesThatAreNotUTF8AreRejected(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try reader.read(bytes) }
    }

    @Test func theFaultHasItsPlace() {
        #expect(fault(of: "{\n  \"a\": ?}")?.line == 2)
        #expect(fault(of: "{\n  \"a\": ?}")?.kind == .malformed)
        #expect(fault(of: "[1,[2,[3]]]", JSONReader(maximumDepth: 2))?.offset == 6)
    }

    @Test func aTextBeyondTheBoundIsNotRead() {
        #expect(fault(of: "[1,2,3]", JSONReader(maximumSize: 6))?.kind == .tooLarge)
        #expect(fault(of: "[1,2,3]", JSONReader(maximumSize: 7)) == nil)
    }

    @Test func depthIsCountedOutsideStringsOnly() {
        let two = JSONReader(maximumDepth: 2)
        #expect(fault(of: #"[["[[[[{\"[[["]]"#, two) == nil)
        #expect(fault(of: "[[],[],{}]", two) == nil)
        #expect(fault(of: "[[{}]]", two)?.kind == .tooDeep)
        #expect(fault(of: String(repeating: "[", count: 500_000))?.kind == .tooDeep)
    }

    @Test func theErrorDoesNotRepeatTheText() {
        let text = #"{"SecretKey":"hunter2" "SessionToken":"hunter3"}"#
        let description = fault(of: text)?.description ?? ""
        #expect(description.contains("line 1"))
        #expect(!description.contains("hunter") && !description.contains("Session"))
        let twice = fault(of: #"{"hunter2":1,"hunter2":2}"#)?.description ?? "hunter"
        #expect(!twice.contains("hunter"), "\(twice)")
    }

    private func fault(of text: String, _ reader: JSONReader = JSONReader()) -> JSONError? {
        do throws(JSONError) {
            _ = try reader.read(text)
            return nil
        } catch {
            return error
        }
    }
}

import JSON
import Testing

struct JSONWriterTests {
    @Test func nestedValuesAreCompactAndInOrder() {
        var json = JSONWriter()
        json.object { json in
            json.member("z", 1)
            json.member("a") { json in
                json.array { json in
                    json.decimal(8.5)
                    json.object { _ in }
                    json.array { _ in }
                    json.null()
                    json.bool(true)
                }
            }
            json.member("n", false)
            json.member("s", "x")
        }
        #expect(json.text == #"{"z":1,"a":[8.5,{},[],null,true],"n":false,"s":"x"}"#)
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (180, "180"), (0.1, "0.1"), (0.1 + 0.2, "0.3"),
        (-122.33, "-122.33"), (47.6123456789, "47.6123457"), (-0.00000004, "0"), (-0.00000006, "-0.0000001"),
        (0.0000001, "0.0000001"), (0.99999999, "1"), (-179.99999999, "-180"), (10_000_000, "10000000"),
        (1e15, "1000000000000000"), (1.05, "1.05"), (8.0000001, "8.0000001"), (.nan, "null"), (.infinity, "null"),
        (1e19, "null"),
    ])
    func decimalsAreExactAndShort(_ value: Double, _ expected: String) {
        var json = JSONWriter()
        json.decimal(value)
        #expect(json.text == expected)
    }

    @Test func placesBoundTheDecimals() {
        var json = JSONWriter()
        json.array { json in
            json.decimal(2.5, places: 0)
            json.decimal(13.449, places: 1)
            json.decimal(13.96, places: 1)
            json.decimal(0.1, places: 15)
        }
        #expect(json.text == "[3,13.4,14,0.1]")
    }

    @Test func aDegreeToSevenPlacesReadsBackWithinHalfAUnit() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let degrees = Double.random(in: -180...180, using: &generator)
            var json = JSONWriter()
            json.decimal(degrees)
            let back = try #require(try JSONReader().read(json.bytes).number)
            #expect(abs(back - degrees) <= 0.5000001e-7, "\(degrees) was written \(json.text)")
        }
    }

    @Test func everyScalarSurvivesTheWayThereAndBack() throws {
        let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
            $0.value < 0x3000 || $0.value % 97 == 0
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        var json = JSONWriter()
        json.string(text)
        #expect(try JSONReader().read(json.bytes).string?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test func onlyWhatMustBeIsEscaped() {
        var json = JSONWriter()
        json.string("a/é\u{7f}\u{2028}\"\\\u{8}\u{9}\u{a}\u{c}\u{d}\u{1}\u{1f}")
        #expect(json.text == "\"a/é\u{7f}\u{2028}" + #"\"\\\b\t\n\f\r\u0001\u001f""#)
    }

    @Test func aValueReadIsWrittenBack() throws {
        let text = #"{"a":[1,-2.5,"x",null,true],"b":{"c":{}},"d":1e-07}"#
        var json = JSONWriter()
        json.value(try JSONReader().read(text))
        #expect(json.text == text)
    }
}

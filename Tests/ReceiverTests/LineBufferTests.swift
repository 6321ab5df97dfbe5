import Testing

@testable import Receiver

@Suite struct LineBufferTests {
    private let buffer = LineBuffer()

    /// Feeds `bytes` as the network would, in as many reads as they take, and collects the lines.
    private func lines(_ bytes: [UInt8]) -> [String] {
        var rest = bytes[...]
        var found: [String] = []
        while !rest.isEmpty {
            _ = buffer.receive { room in
                let count = min(room.count, rest.count)
                #expect(count > 0, "no room is left")
                room.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            while let line = buffer.next() {
                switch line {
                case .text(let text): found.append(String(decoding: text, as: UTF8.self))
                case .oversize: found.append("OVERSIZE")
                }
            }
        }
        return found
    }

    private func lines(_ text: String) -> [String] {
        lines(Array(text.utf8))
    }

    @Test func halfLinesAreJoined() {
        #expect(lines("one\ntw") == ["one"])
        #expect(lines("o") == [])
        #expect(lines("\nthree\n") == ["two", "three"])
    }

    @Test func aBurstOfLinesIsDeliveredWhole() {
        let burst = (0..<5000).map { "line \($0)" }
        #expect(lines(burst.map { $0 + "\n" }.joined()) == burst)
    }

    @Test func carriageReturnsAreRemovedAndEmptyLinesKept() {
        #expect(lines("one\r\n\r\n\ntwo\r\n") == ["one", "", "", "two"])
    }

    @Test func theLongestLineFitsAndALongerOneIsSkippedOnce() {
        let fits = String(repeating: "x", count: LineBuffer.capacity)
        #expect(lines(fits + "\nnext\n") == [fits, "next"])
        #expect(lines(fits + "x\nnext\n") == ["OVERSIZE", "next"])
        #expect(lines(fits + fits + fits + "\nnext\n") == ["OVERSIZE", "next"])
    }

    @Test func clearingForgetsTheHalfLineAndTheSkipping() {
        #expect(lines("half") == [])
        buffer.clear()
        #expect(lines("whole\n") == ["whole"])
        #expect(lines(String(repeating: "x", count: LineBuffer.capacity + 1)) == ["OVERSIZE"])
        buffer.clear()
        #expect(lines("whole\n") == ["whole"])
    }
}

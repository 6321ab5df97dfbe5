import Outbox
import Testing

@Suite struct IDRangesTests {
    @Test func mergesWhatOverlapsAndTouches() {
        var ids = IDRanges([1...3, 7...9])
        ids.insert(5)
        #expect(ids.ranges == [1...3, 5...5, 7...9])
        ids.insert(4)
        #expect(ids.ranges == [1...5, 7...9])
        ids.insert(2...20)
        #expect(ids.ranges == [1...20])
    }

    /// The numbers are those of a file that another process writes: none of them may end this one.
    @Test func numbersThatNoFixCanHaveDoNoHarm() {
        var ids = IDRanges([.min ... -1, 1...3, .max ... .max])
        #expect(ids.ranges == [1...3])
        ids.insert(3 ... .max)
        ids.insert(.min ... .max)
        #expect(ids.contains(1) && !ids.contains(0) && !ids.contains(.max))
        #expect(ids.lowWater(above: .max) == .max)
        #expect(ids.lowWater(above: 0) == .max - 1)
        #expect(ids.lowWater(above: .min) == .min)
    }

    @Test func agreesWithASetOfIDs() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var ids = IDRanges()
            var plain = Set<Int64>()
            for _ in 0..<40 {
                let first = Int64.random(in: 1...60, using: &generator)
                let last = first + Int64.random(in: 0...5, using: &generator)
                ids.insert(first...last)
                plain.formUnion(first...last)
                #expect(zip(ids.ranges, ids.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
            }
            #expect((0...70).allSatisfy { ids.contains($0) == plain.contains($0) })
            let low = (0...70).first { !plain.contains($0 + 1) } ?? -1
            #expect(ids.lowWater(above: 0) == low)
        }
    }
}

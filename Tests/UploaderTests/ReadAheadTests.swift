import Outbox
import Positioning
import Testing

@testable import Uploader

@Suite struct ReadAheadTests {
    private static let now = BootTime(milliseconds: 1_000_000)

    private func ids(_ ranges: ClosedRange<Int64>...) -> IDRanges { IDRanges(ranges) }

    private func read(
        _ box: Box, after: Int64 = 0, count: Int = 1000, resolved: IDRanges = IDRanges()
    ) throws -> ReadAhead {
        try ReadAhead(
            OutboxReader(path: box.outboxPath), after: after, count: count, resolved: resolved, now: Self.now)
    }

    private func first(
        _ limit: Int, of ahead: ReadAhead, after: Int64 = 0, through: Int64 = .max, resolved: IDRanges = IDRanges(),
        excluding: IDRanges = IDRanges(), later: Int64 = 0
    ) -> [Int64]? {
        ahead.first(
            limit, after: after, through: through, resolved: resolved, excluding: excluding,
            now: Self.now.advanced(by: later))?.map(\.id)
    }

    @Test func whatIsSettledOrInHandIsPassedOver() throws {
        let ahead = try read(Box(fixes: 30))
        #expect(first(10, of: ahead) == Array(1...10))
        let found = first(8, of: ahead, resolved: ids(1...4, 7...7), excluding: ids(11...12))
        #expect(found == [5, 6, 8, 9, 10, 13, 14, 15])
        #expect(first(3, of: ahead, after: 20) == [21, 22, 23])
    }

    @Test func whatWasSettledBeforeIsNotHeld() throws {
        let ahead = try read(Box(fixes: 300), count: 10, resolved: ids(3...250))
        #expect(ahead.fixes.map(\.id).prefix(4) == [1, 2, 251, 252])
    }

    @Test func itNeverSaysThatThereIsNothingMore() throws {
        let ahead = try read(Box(fixes: 15))
        #expect(first(10, of: ahead, excluding: ids(1...10)) == nil)
        #expect(first(10, of: ahead, through: 15, excluding: ids(1...10)) == [11, 12, 13, 14, 15])
        #expect(first(10, of: ReadAhead()) == nil)
    }

    @Test func itKnowsNothingBelowItsBeginning() throws {
        let ahead = try read(Box(fixes: 30), after: 10)
        #expect(first(5, of: ahead) == nil)
        #expect(first(5, of: ahead, after: 10) == [11, 12, 13, 14, 15])
    }

    @Test func itIsForgottenAfterAFewSeconds() throws {
        let ahead = try read(Box(fixes: 30))
        #expect(first(5, of: ahead, later: 4999) != nil)
        #expect(first(5, of: ahead, later: 5000) == nil)
    }

    @Test func itsSizeIsBounded() throws {
        let ahead = try read(Box(fixes: 2000), count: ReadAhead.surplus)
        #expect(ahead.fixes.count < ReadAhead.surplus + 128)
    }
}

import Outbox
import Positioning
import TestSupport
import Testing

@testable import Agent

@Suite struct SteadinessTests {
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour

    private let directory = TemporaryDirectory()
    private let noon = UTCTime(seconds: 1_796_040_000)

    /// One boot with trust for `minutes`, from `start` on, that ends with a commit; true if the time is steady then.
    private func trip(_ start: UTCTime, minutes: Int64, isConfirmed: Bool = false) throws -> Bool {
        let writer = try OutboxWriter(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), now: start)
        var steadiness = Steadiness(after: writer.provenTime)
        let since = BootTime(milliseconds: 30_000)
        var steady: UTCTime?
        for minute in 0...minutes {
            let past = minute * Self.minute
            let time = TrustedTime(now: start.advanced(by: past), since: since, isConfirmed: isConfirmed)
            steady = steadiness.record(time, now: since.advanced(by: past), in: writer)
        }
        var tally = Tally()
        tally.received = 1
        tally.drop("no-trigger")
        try writer.commit([], tally)
        #expect(steady == nil || steady == start.advanced(by: minutes * Self.minute))
        return steady != nil
    }

    @Test func anHourOfOneBootIsEnoughAndLessIsNot() throws {
        #expect(try !trip(noon, minutes: 59))
        #expect(try trip(noon.advanced(by: 100 * Self.day), minutes: 60))
    }

    /// Three trips of 25 minutes, on three days.
    @Test func shortTripsAddUp() throws {
        #expect(try !trip(noon, minutes: 25))
        #expect(try !trip(noon.advanced(by: Self.day), minutes: 25))
        #expect(try trip(noon.advanced(by: 2 * Self.day), minutes: 25))
        #expect(try trip(noon.advanced(by: 9 * Self.day), minutes: 13))
    }

    /// Five years ahead, or behind: neither that boot nor the next one that is right goes on from the other.
    @Test(arguments: [1825, -1825, 15] as [Int64])
    func aTimeThatDoesNotFollowBeginsAnew(days: Int64) throws {
        #expect(try trip(noon, minutes: 90))
        #expect(try !trip(noon.advanced(by: days * Self.day), minutes: 30))
        #expect(try !trip(noon.advanced(by: Self.day), minutes: 30))
    }

    @Test func aReceiverThatIsWrongForAMomentSpoilsNothing() throws {
        #expect(try trip(noon, minutes: 90))
        #expect(try !trip(noon.advanced(by: 1825 * Self.day), minutes: 0))
        #expect(try trip(noon.advanced(by: Self.day), minutes: 13))
    }

    /// Thirteen days ahead, and so within half of `max-age`: what is half that old would be deleted.
    @Test func whatEarlierBootsProvedSaysNothingOfTheFirstMinutes() throws {
        #expect(try trip(noon, minutes: 90))
        #expect(try !trip(noon.advanced(by: 13 * Self.day), minutes: 12))
        #expect(try trip(noon.advanced(by: 13 * Self.day), minutes: 12, isConfirmed: true))
    }

    /// A clock that has agreed is not forgotten when it goes.
    @Test func aClockThatAgreedVouchesForTheWholeRun() throws {
        let writer = try OutboxWriter(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), now: noon)
        var steadiness = Steadiness()
        let since = BootTime(milliseconds: 30_000)
        for isConfirmed in [true, false] {
            let time = TrustedTime(now: noon, since: since, isConfirmed: isConfirmed)
            #expect(steadiness.record(time, now: since, in: writer) == noon)
        }
        let other = TrustedTime(now: noon, since: since.advanced(by: 1000), isConfirmed: false)
        #expect(steadiness.record(other, now: since.advanced(by: 1000), in: writer) == nil)
    }

    @Test func aSynchronisedClockThatAgreesIsAsGoodAsTheHour() throws {
        #expect(try trip(noon, minutes: 0, isConfirmed: true))
    }

    @Test func withoutTrustNothingIsSteady() throws {
        let writer = try OutboxWriter(
            path: directory.file("outbox.db"), deviceID: "box-1", limits: OutboxLimits(), now: noon)
        var steadiness = Steadiness(after: ProvenTime(latest: noon, duration: Steadiness.needed))
        #expect(steadiness.record(nil, now: BootTime(milliseconds: 1), in: writer) == nil)
    }
}

import Positioning
import TestSupport
import Testing

@testable import Receiver

/// A judge, the receiver's clock that it hears, and what it said.
private struct Court {
    var judge: TimeJudge
    var events: [ReceiverEvent] = []
    var systemClock: UTCTime?
    /// Boot time of the next epoch.
    var boot: Int64 = 100_000

    init(build: String = "2026-11-30T00:00:00Z", anchor: TimeJudge.Instant? = nil, capacity: Int = 600) {
        judge = TimeJudge(
            buildDate: UTCTime(iso8601: build) ?? UTCTime(milliseconds: 0), anchor: anchor, capacity: capacity)
    }

    /// Lets one epoch arrive `wait` milliseconds after the last one.
    mutating func hear(_ time: UTCTime?, _ mode: FixMode = .threeD, wait: Int64 = 1000) {
        boot += wait
        let report = PositionReport(
            device: 0, time: time, mode: mode, coordinate: mode >= .twoD ? Coordinate(latitude: 1, longitude: 2) : nil)
        let clock = systemClock
        judge.judge(
            Epoch(report: report, received: BootTime(milliseconds: boot)), systemClock: { clock },
            report: { events.append($0) })
    }

    /// Lets epochs arrive once a second, at `seconds` after `start`.
    mutating func hear(_ seconds: [Int], after start: UTCTime, _ mode: FixMode = .threeD) {
        for second in seconds { hear(start.advanced(by: Int64(second) * 1000), mode) }
    }

    /// The fixes so far, as seconds after `start`.
    func fixes(after start: UTCTime) -> [Double] {
        events.compactMap { if case .fix(let fix) = $0 { Double(fix.sampleTime.since(start)) / 1000 } else { nil } }
    }

    var drops: [EpochDrop] {
        events.compactMap { if case .dropped(let reason) = $0 { reason } else { nil } }
    }

    /// What was said of the clock.
    var saidOfClock: [String] {
        events.compactMap {
            guard case .clockBehind(let milliseconds, let isOverruled) = $0 else { return nil }
            return "\(milliseconds / 3_600_000) h" + (isOverruled ? ", overruled" : "")
        }
    }

    var reanchored: [Int64] {
        events.compactMap { if case .reanchored(let shift) = $0 { shift } else { nil } }
    }
}

private let start = UTCTime(milliseconds: 1_796_126_400_000)  // 2026-12-01T12:00:00Z

@Suite struct TimeJudgeTests {
    // MARK: - Before trust

    @Test func threeConsecutiveConsistent3DFixesEarnTrustAndAreStamped() {
        var court = Court()
        #expect(court.judge.trust == .unknown)
        court.hear([0, 1], after: start)
        #expect(court.judge.trust == .provisional)
        #expect(court.judge.held == 2)
        #expect(court.fixes(after: start) == [])
        court.hear([2], after: start)
        #expect(court.judge.trust == .trusted)
        #expect(court.judge.held == 0)
        #expect(court.fixes(after: start) == [0, 1, 2])
        court.hear([3], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3])
        #expect(court.events.first == .trust(.provisional))
        #expect(court.events.contains(.trust(.trusted)))
        #expect(court.drops == [])
    }

    @Test func earlier2DFixesWaitForTheThree3DOnes() {
        var court = Court()
        court.hear([0, 1, 2, 3], after: start, .twoD)
        court.hear([4, 5], after: start)
        #expect(court.judge.held == 6)
        court.hear([6], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func a2DFixBetweenStartsTheCountOf3DAgain() {
        var court = Court()
        court.hear([0, 1], after: start)
        court.hear([2], after: start, .twoD)
        court.hear([3, 4], after: start)
        #expect(court.judge.trust == .provisional)
        court.hear([5], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3, 4, 5])
    }

    @Test func thirtyFixesOfAReceiverThatNeverSays3DAreEnough() {
        var court = Court()
        court.hear(Array(0..<29), after: start, .twoD)
        #expect(court.judge.trust == .provisional)
        court.hear([29], after: start, .twoD)
        #expect(court.fixes(after: start).count == 30)
    }

    @Test func timesThatDisagreeEarnNoTrustAndAreNeverHandedOut() {
        var court = Court()
        court.hear([0, 1000, 500, 7000, 2000, 90_000, 3], after: start)
        #expect(court.judge.trust == .provisional)
        #expect(court.fixes(after: start) == [])
        court.judge.finish { court.events.append($0) }
        #expect(court.drops == Array(repeating: .unconfirmed, count: 7))
    }

    @Test func aWrongFirstTimeIsDroppedOnceTheOthersAgree() {
        var court = Court()
        court.hear([-1200, 0, 1, 2], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2])
        #expect(court.drops == [.unconfirmed])
    }

    @Test func epochsWithoutATimeOrAPositionDoNotTakeAPlaceInTheRing() {
        var court = Court()
        court.hear(nil)
        court.hear(start, FixMode.none)
        #expect(court.judge.held == 0)
        #expect(court.drops == [.noTime, .noPosition])
        #expect(court.judge.trust == .provisional)
    }

    @Test func theRingIsBoundedAndCountsWhatItDrops() {
        var court = Court(capacity: 5)
        court.hear(Array(0..<8), after: start, .twoD)
        #expect(court.judge.held == 5)
        #expect(court.drops == [.overflow, .overflow, .overflow])
        court.hear([8, 9, 10], after: start)
        #expect(court.fixes(after: start) == [6, 7, 8, 9, 10])
    }

    @Test func theDefaultDateOfAColdReceiverIsNoTime() throws {
        var court = Court()
        court.hear(Array(0..<16), after: try #require(UTCTime(iso8601: "1980-01-06T00:00:00Z")))
        #expect(court.drops == Array(repeating: .beforeBuild, count: 16))
        #expect(court.judge.trust == .unknown)
        court.hear([0, 1, 2], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2])
    }

    @Test func aTimeBeforeTheBuildIsDropped() throws {
        var court = Court()
        court.hear([0, 1, 2, 3], after: try #require(UTCTime(iso8601: "2024-05-01T00:00:00Z")))
        #expect(court.drops == Array(repeating: .beforeBuild, count: 4))
    }

    @Test(arguments: [(-2, false), (-1, false), (-1, true), (1, true)] as [(Int64, Bool)])
    func aWrong1024WeekEpochIsRepaired(periods: Int64, clockIsSynchronised: Bool) {
        var court = Court()
        court.systemClock = clockIsSynchronised ? start.advanced(by: -5000) : nil
        court.hear([0, 1, 2, 3], after: start.advanced(by: periods * WeekRollover.period))
        #expect(court.fixes(after: start) == [0, 1, 2, 3])
    }

    @Test func aTimeLongAfterAnOldBuildIsLeftAlone() {
        for build in ["1970-01-01T00:00:00Z", "2000-01-01T00:00:00Z"] {
            var court = Court(build: build)
            court.hear([0, 1, 2, 3], after: start)
            #expect(court.fixes(after: start) == [0, 1, 2, 3])
        }
    }

    @Test func aWeekThatFlipsWhileTheReceiverStartsIsTheSameTime() {
        var court = Court()
        court.hear([0, 1], after: start.advanced(by: -WeekRollover.period))
        court.hear([2, 3], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3])
    }

    @Test func aSynchronisedSystemClockRefusesWhatLiesMoreThanADayBeyondIt() {
        var court = Court()
        court.systemClock = start
        court.hear([86_401, 86_402, 86_403], after: start)
        #expect(court.drops == [.future, .future, .future])
        court.hear([86_398, 86_399, 86_400], after: start)
        #expect(court.fixes(after: start) == [86_398, 86_399, 86_400])
    }

    @Test func aSystemClockThatIsBehindRefusesNothingThatItCannotKnow() {
        var court = Court()
        court.systemClock = nil
        court.hear([0, 1, 2], after: start.advanced(by: 5 * 365 * 86_400_000))
        #expect(court.fixes(after: start).count == 3)
    }

    @Test func aRecordingPlayedFasterThanItWasMadeIsOneClock() {
        var court = Court()
        for step in 0..<10 { court.hear(start.advanced(by: Int64(step) * 30_000), wait: 100) }
        #expect(court.fixes(after: start) == (0..<10).map { Double($0) * 30 })
    }

    @Test func twoThousandEpochsASecondAreOneClock() {
        var court = Court()
        for step in 0..<20_000 { court.hear(start.advanced(by: Int64(step) * 1000), wait: step % 2 == 0 ? 1 : 0) }
        #expect(court.fixes(after: start).count == 20_000)
    }

    // MARK: - With trust

    /// A court that trusts a clock and has handed out 0, 1 and 2.
    private var trusting: Court {
        var court = Court()
        court.hear([0, 1, 2], after: start)
        return court
    }

    @Test func theSameTimeAgainIsADuplicate() {
        var court = trusting
        court.hear([2, 3, 3], after: start)
        #expect(court.drops == [.duplicate, .duplicate])
        #expect(court.fixes(after: start) == [0, 1, 2, 3])
    }

    @Test func anEpochWithoutAPositionIsAFixWithoutACoordinate() {
        var court = trusting
        court.hear([3], after: start, FixMode.none)
        #expect(court.fixes(after: start) == [0, 1, 2, 3])
    }

    @Test(arguments: [(1800, EpochDrop.jump), (7200, .future), (-3600, .backwards), (-20, .backwards)])
    func aSingleWrongTimeIsDroppedAndChangesNothing(offset: Int, reason: EpochDrop) {
        var court = trusting
        court.hear([3 + offset], after: start)
        #expect(court.judge.held == 1)
        court.hear([4, 5], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 4, 5])
        #expect(court.drops == [reason])
        #expect(court.reanchored == [])
    }

    @Test(arguments: [1800, 7200, 40_000_000, -1800, -86_000])
    func aTimeThatJumpsAndStaysThereWinsWithoutLosingAFix(offset: Int) {
        var court = trusting
        court.hear([3, 4, 5, 6].map { $0 + offset }, after: start)
        #expect(court.fixes(after: start).dropFirst(3) == [3, 4, 5, 6].map { Double($0 + offset) }[...])
        #expect(court.reanchored == [Int64(offset) * 1000])
        #expect(court.drops == [])
    }

    @Test func theShiftIsSaidBeforeTheFixesThatFollowIt() throws {
        var court = trusting
        let before = court.events.count
        court.hear([1003, 1004, 1005], after: start)
        #expect(court.events[before] == .reanchored(milliseconds: 1_000_000))
        #expect(court.events.count == before + 4)
    }

    @Test(arguments: [2, 3, 18])
    func leapSecondsLearntLateOnlyEverLetTheTimeAscend(seconds: Int) {
        var court = trusting
        court.hear((3..<100).map { $0 - seconds }, after: start)
        #expect(court.fixes(after: start) == (0..<100 - seconds).map(Double.init))
        #expect(court.reanchored == [])
        court = trusting
        court.hear((3..<100).map { $0 + seconds }, after: start)
        #expect(court.fixes(after: start) == [0, 1, 2] + ((3 + seconds)..<(100 + seconds)).map(Double.init))
        #expect(court.reanchored == [])
    }

    @Test func twoInterleavedTimesHandOutEachOnce() {
        // As gpsd's receiver log sirfstarv has it: every second comes twice, once too late.
        var court = trusting
        court.hear([3, 2, 4, 3, 5, 4, 6, 5, 7], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test func aHoleOfHoursIsNoJump() {
        var court = trusting
        court.hear(start.advanced(by: 2000 + 4 * 3_600_000), wait: 4 * 3_600_000)
        #expect(court.fixes(after: start).last == 14_402)
        #expect(court.drops == [])
    }

    @Test func epochsThatWaitedInABufferAreNoJump() {
        // The machine was stopped for two minutes, then reads all at once.
        var court = trusting
        court.hear(start.advanced(by: 3000), wait: 120_000)
        for second in 4..<125 { court.hear(start.advanced(by: Int64(second) * 1000), wait: 0) }
        #expect(court.fixes(after: start) == (0..<125).map(Double.init))
        #expect(court.drops == [])
    }

    @Test func aWrong1024WeekEpochInTheMiddleIsRepairedAtOnce() {
        var court = trusting
        court.hear([3, 4], after: start.advanced(by: -WeekRollover.period))
        court.hear([5], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 3, 4, 5])
        #expect(court.reanchored == [])
    }

    @Test func aTimeThatIsSetAnewBeginsToGoOnFromThere() {
        var court = Court()
        court.hear([0, 1, 2], after: start)
        #expect(court.judge.steadySince == BootTime(milliseconds: court.boot))
        let trusted = court.judge.steadySince
        court.hear([3, 4, 22, 23, 24, 25], after: start)
        #expect(court.judge.steadySince == trusted, "a correction by leap seconds is no other time")
        court.hear([0, 1, 2], after: start.advanced(by: 157_000_000_000))
        #expect(court.reanchored.count == 1)
        #expect(court.judge.steadySince == BootTime(milliseconds: court.boot))
    }

    @Test func aSynchronisedSystemClockVetoesAJump() {
        var court = trusting
        court.systemClock = start
        court.hear((0..<10).map { 100_000 + $0 }, after: start)
        #expect(court.drops == Array(repeating: .future, count: 10))
        #expect(court.saidOfClock == [], "it is the receiver that is wrong")
        court.hear([13], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2, 13])
    }

    /// Three fixes of a receiver that is 1024 weeks ahead are believed where nobody knows better.
    @Test func aSynchronisedSystemClockThatComesUpLaterPutsAWrong1024WeekEpochRight() {
        var court = Court()
        court.hear([0, 1, 2], after: start.advanced(by: WeekRollover.period))
        court.hear([3, 4], after: start)
        court.systemClock = start
        court.hear([5, 6], after: start)
        court.hear([7, 8], after: start.advanced(by: WeekRollover.period))
        #expect(court.reanchored == [-WeekRollover.period])
        #expect(court.fixes(after: start).suffix(4) == [5, 6, 7, 8])
        #expect(court.drops == [] && court.judge.trust == .trusted)
        #expect(court.judge.steadySince == BootTime(milliseconds: court.boot - 3000))
    }

    @Test func aSynchronisedSystemClockThatComesUpLaterOverrulesAYearThatCannotBe() {
        var court = Court()
        court.hear([0, 1, 2], after: start.advanced(by: 157_000_000_000))
        court.systemClock = start
        court.hear([3, 4], after: start.advanced(by: 157_000_000_000))
        #expect(court.judge.trust == .provisional && court.judge.anchor == nil)
        #expect(court.drops == [.future, .future])
        court.hear([5, 6, 7], after: start)
        #expect(court.fixes(after: start).suffix(3) == [5, 6, 7])
        #expect(court.judge.trust == .trusted)
    }

    // MARK: - A synchronised system clock that is behind

    private static let twoDays: Int64 = 2 * 86_400_000

    /// A court that has trusted a clock for `seconds`, `shift` milliseconds from the true one.
    private func trusting(for seconds: Int64, shift: Int64 = 0) -> Court {
        var court = Court(build: "2026-11-01T00:00:00Z")
        court.hear([0, 1, 2], after: start.advanced(by: shift))
        court.hear(start.advanced(by: shift + 2000 + seconds * 1000), wait: seconds * 1000)
        return court
    }

    /// As from a time server of the local network that has no clock of its own.
    @Test func aReceiverThatWasOfOneMindForAnHourOutweighsAClockThatIsTwoDaysBehind() {
        var court = trusting(for: 3600)
        court.systemClock = start.advanced(by: -Self.twoDays)
        // Leap seconds too may be learnt now.
        court.hear([3603, 3604, 3624, 3625, 3626], after: start)
        #expect(court.fixes(after: start).suffix(5) == [3603, 3604, 3624, 3625, 3626])
        #expect(court.drops == [] && court.judge.trust == .trusted)
        #expect(court.saidOfClock == ["49 h, overruled"])
    }

    @Test func aReceiverThatHasJustBegunIsNotBelievedAgainstTheClock() {
        var court = trusting(for: 3000)
        court.systemClock = start.advanced(by: -Self.twoDays)
        court.hear([3003, 3004], after: start)
        #expect(court.drops == [.future, .future] && court.judge.trust == .provisional)
        #expect(court.saidOfClock == ["48 h"], "that they wait for a trusted time would not be true")
        court.systemClock = start
        court.hear([3005, 3006, 3007], after: start)
        #expect(court.fixes(after: start).suffix(3) == [3005, 3006, 3007])
    }

    @Test func aClockThatRefusesEveryTimeFromTheStartIsSaidOnce() {
        var court = Court(build: "2026-11-01T00:00:00Z")
        court.systemClock = start.advanced(by: -Self.twoDays)
        court.hear([0, 1, 2], after: start)
        #expect(court.drops == [.future, .future, .future] && court.saidOfClock == ["48 h"])
    }

    @Test func aClockThatWasOverruledIsSpokenOfAgainOnceItHasAgreed() {
        var court = trusting(for: 3600)
        for (second, behind) in [(3603, Self.twoDays), (3604, Self.twoDays), (3605, 0), (3606, Self.twoDays)] {
            court.systemClock = start.advanced(by: -behind)
            court.hear([second], after: start)
        }
        #expect(court.saidOfClock == ["49 h, overruled", "49 h, overruled"])
    }

    /// Both are wrong: the receiver by 1024 weeks, the clock by two days.
    @Test func wholeWeeksArePutRightHoweverLongTheyWereBelieved() {
        var court = trusting(for: 3600, shift: WeekRollover.period)
        court.systemClock = start.advanced(by: -Self.twoDays)
        court.hear([3603, 3604], after: start.advanced(by: WeekRollover.period))
        #expect(court.reanchored == [-WeekRollover.period])
        #expect(court.fixes(after: start).suffix(2) == [3603, 3604])
        #expect(court.judge.trust == .trusted && court.saidOfClock == ["49 h, overruled"])
        #expect(court.judge.steadySince == BootTime(milliseconds: court.boot - 1000), "nothing is deleted by it yet")
    }

    @Test func aSynchronisedClockOfBeforeTheBuildHasNoSay() {
        var court = Court()
        court.systemClock = UTCTime(iso8601: "2000-01-01T00:00:00Z")
        court.hear([0, 1, 2], after: start)
        #expect(court.fixes(after: start) == [0, 1, 2])
    }

    /// It is behind by less than a day where a tolerated time was accepted, and may be so a little longer.
    @Test func aTimeThatTheSystemClockToleratedStays() {
        var court = Court()
        court.systemClock = start
        court.hear([86_390, 86_391, 86_392], after: start)
        court.hear([86_401, 86_402, 86_403], after: start)
        #expect(court.fixes(after: start).count == 6)
    }

    // MARK: - Over a restart of the agent

    @Test func trustGoesOnFromAnAnchorOfTheSameBoot() {
        var court = Court(anchor: (start, BootTime(milliseconds: 100_000)))
        #expect(court.judge.trust == .trusted)
        court.hear([0, 1, 2], after: start)
        #expect(court.drops == [.duplicate])
        #expect(court.fixes(after: start) == [1, 2])
    }

    @Test func anAnchorThatIsNoLongerTrueIsOverturnedByAgreement() {
        var court = Court(anchor: (start.advanced(by: 86_400_000), BootTime(milliseconds: 100_000)))
        court.hear([1, 2, 3], after: start)
        #expect(court.fixes(after: start) == [1, 2, 3])
        #expect(court.reanchored == [-86_400_000])
    }

    // MARK: - Accounting

    @Test(arguments: 0..<20)
    func everyEpochComesOutExactlyOnce(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var court = Court(capacity: 50)
        let modes: [FixMode] = [.threeD, .threeD, .threeD, .twoD, .none]
        var clock = 0
        for epoch in 1...2000 {
            clock += 1
            if random.next() % 50 == 0 { clock += Int(random.next() % 20_000) - 10_000 }
            let time = random.next() % 20 == 0 ? nil : start.advanced(by: Int64(clock) * 1000)
            court.hear(time, modes[Int(random.next() % 5)])
            if epoch % 100 == 0 {
                let out = court.fixes(after: start).count + court.drops.count
                #expect(out + court.judge.held == epoch, "seed \(seed)")
            }
        }
        court.judge.finish { court.events.append($0) }
        #expect(court.judge.held == 0)
        #expect(court.fixes(after: start).count + court.drops.count == 2000)
    }
}

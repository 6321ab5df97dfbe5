import Positioning
import Testing

@testable import Receiver

@Suite struct EpochAssemblerTests {
    private var assembler = EpochAssembler()
    private let noon = UTCTime(milliseconds: 1_796_126_400_000)

    /// A TPV `second` seconds after noon; nil for one without a time.
    private func report(
        _ second: Double?, mode: FixMode = .threeD, device: Int = 0, _ change: (inout PositionReport) -> Void = { _ in }
    ) -> PositionReport {
        let time = second.map { noon.advanced(by: Int64($0 * 1000)) }
        var report = PositionReport(
            device: device, time: time, mode: mode,
            coordinate: mode >= .twoD ? Coordinate(latitude: 1, longitude: 2) : nil)
        change(&report)
        return report
    }

    private func at(_ milliseconds: Int64) -> BootTime {
        BootTime(milliseconds: milliseconds)
    }

    @Test mutating func threeReportsOfOneTimeAreOneEpochAndTheNextTimeEndsIt() {
        for arrival in [0, 20, 40] as [Int64] {
            #expect(assembler.add(report(0), now: at(arrival)) == nil)
        }
        let epoch = assembler.add(report(1), now: at(50))
        #expect(epoch?.report.time == noon)
        #expect(epoch?.received == at(0))
        #expect(assembler.finish()?.report.time == noon.advanced(by: 1000))
        #expect(assembler.finish() == nil)
    }

    @Test mutating func anEpochEndsTwoHundredMillisecondsAfterItsLastReport() {
        #expect(assembler.deadline == nil)
        _ = assembler.add(report(0), now: at(1000))
        #expect(assembler.deadline == at(1200))
        _ = assembler.add(report(0), now: at(1150))
        #expect(assembler.deadline == at(1350))
        #expect(assembler.settled(now: at(1349)) == nil)
        #expect(assembler.settled(now: at(1350))?.report.time == noon)
        #expect(assembler.settled(now: at(1350)) == nil)
        #expect(assembler.deadline == nil)
    }

    @Test mutating func aTimeThatStandsStillDoesNotKeepItsEpochOpen() {
        for arrival in stride(from: Int64(0), through: 900, by: 100) {
            _ = assembler.add(report(0), now: at(arrival))
        }
        #expect(assembler.settled(now: at(999)) == nil)
        #expect(assembler.settled(now: at(1000)) != nil)
    }

    @Test mutating func theMostCompletePositionWinsWithMotionFromAnyReport() {
        let good = report(0) {
            $0.coordinate = Coordinate(latitude: 10, longitude: 20)
            $0.horizontalAccuracy = 3
            $0.altitude = 100
        }
        let moving = report(0, mode: .twoD) {
            $0.coordinate = Coordinate(latitude: 11, longitude: 21)
            $0.speed = 5
            $0.course = 90
        }
        let climbing = report(0, mode: .none) { $0.climb = 1 }
        for order in [[good, moving, climbing], [climbing, moving, good], [moving, climbing, good]] {
            for report in order { _ = assembler.add(report, now: at(0)) }
            let epoch = assembler.finish()
            #expect(epoch?.report.coordinate == good.coordinate)
            #expect(epoch?.report.mode == .threeD)
            #expect(epoch?.report.horizontalAccuracy == 3)
            #expect(epoch?.report.altitude == 100)
            #expect(epoch?.report.speed == 5)
            #expect(epoch?.report.course == 90)
            #expect(epoch?.report.climb == 1)
        }
    }

    @Test mutating func ofEquallyCompletePositionsTheLaterWins() {
        _ = assembler.add(report(0), now: at(0))
        let later = Coordinate(latitude: 3, longitude: 4)
        _ = assembler.add(report(0) { $0.coordinate = later }, now: at(10))
        #expect(assembler.finish()?.report.coordinate == later)
    }

    @Test mutating func aReportWithoutATimeNeitherEndsNorEntersAnEpochThatHasOne() {
        _ = assembler.add(report(0), now: at(0))
        let elsewhere = report(nil) { $0.coordinate = Coordinate(latitude: 50, longitude: 60) }
        #expect(assembler.add(elsewhere, now: at(10)) == nil)
        #expect(assembler.add(report(0), now: at(20)) == nil)
        #expect(assembler.finish()?.report.coordinate == Coordinate(latitude: 1, longitude: 2))
    }

    @Test mutating func theFirstTimeOfACycleNamesTheReportsBeforeIt() {
        #expect(assembler.add(report(nil), now: at(0)) == nil)
        #expect(assembler.add(report(0), now: at(30)) == nil)
        #expect(assembler.finish()?.report.time == noon)
        #expect(assembler.finish() == nil)
    }

    @Test mutating func reportsWithoutATimeAreEpochsOfTheirOwnEvenAtTenHertz() {
        var epochs = 0
        for arrival in stride(from: Int64(0), to: 2000, by: 100) {
            while assembler.settled(now: at(arrival)) != nil { epochs += 1 }
            _ = assembler.add(report(nil), now: at(arrival))
        }
        #expect(epochs == 9)
    }

    @Test mutating func everyDeviceHasItsOwnEpoch() {
        _ = assembler.add(report(0, device: 0), now: at(0))
        #expect(assembler.add(report(0.5, device: 1), now: at(10)) == nil)
        #expect(assembler.add(report(0, device: 0), now: at(20)) == nil)
        #expect(assembler.add(report(1, device: 0), now: at(30))?.report.device == 0)
        #expect(assembler.finish()?.report.device == 0)
        #expect(assembler.finish()?.report.device == 1)
    }

    @Test mutating func satellitesAndHdopOfTheDeviceComeFromItsLastSky() {
        assembler.add(SkyReport(device: 0, hdop: 0.9, satellites: 8), now: at(0))
        assembler.add(SkyReport(device: 1, hdop: 9, satellites: 3), now: at(0))
        // gpsd's SKY without an array of satellites says nothing about their number.
        assembler.add(SkyReport(device: 0, hdop: 1.1, satellites: nil), now: at(5000))
        _ = assembler.add(report(0), now: at(10_000))
        var epoch = assembler.finish()
        #expect(epoch?.hdop == 1.1)
        #expect(epoch?.satellites == 8)
        _ = assembler.add(report(1), now: at(10_001))
        epoch = assembler.finish()
        #expect(epoch?.hdop == 1.1)
        #expect(epoch?.satellites == nil)
    }

    @Test mutating func aFixWithoutAPositionIsAnEpochToo() {
        _ = assembler.add(report(0, mode: .none), now: at(7))
        let fix = assembler.finish()?.fix(at: noon)
        #expect(fix == Fix(sampleTime: noon, received: at(7), mode: .none, coordinate: nil))
    }

    // MARK: - Rhythm

    /// Lets five epochs go by, a second apart from noon on, with so many reports each, 10 ms apart.
    private mutating func teach(reports: Int) {
        for second in 0..<5 {
            for number in 0..<reports {
                _ = assembler.add(report(Double(second)), now: at(Int64(second * 1000 + number * 10)))
            }
        }
        while assembler.settled(now: at(4500)) != nil {}
    }

    @Test(arguments: 1...3) mutating func theLastOfAKnownNumberOfReportsEndsItsEpoch(reports: Int) {
        teach(reports: reports)
        for number in 0..<reports {
            #expect(assembler.settled(now: at(4990)) == nil)
            #expect(assembler.add(report(5), now: at(5000)) == nil)
            #expect(assembler.deadline == at(number == reports - 1 ? 5000 : 5200))
        }
        #expect(assembler.settled(now: at(5000))?.report.time == noon.advanced(by: 5000))
        #expect(assembler.deadline == nil)
    }

    @Test mutating func oneReportMoreThanKnownIsNoOtherEpochAndTheNextOneIsWaitedFor() {
        teach(reports: 1)
        _ = assembler.add(report(5), now: at(5000))
        #expect(assembler.settled(now: at(5000)) != nil)
        #expect(assembler.add(report(5), now: at(5010)) == nil)
        #expect(assembler.finish() == nil)
        _ = assembler.add(report(6), now: at(6000))
        #expect(assembler.deadline == at(6200))
    }

    @Test mutating func aReportMoreInTheSameReadIsNotLost() {
        teach(reports: 1)
        _ = assembler.add(report(5) { $0.speed = nil }, now: at(5000))
        _ = assembler.add(report(5) { $0.speed = 7 }, now: at(5000))
        #expect(assembler.finish()?.report.speed == 7)
    }

    @Test mutating func aTimeThatIsToldAgainLaterIsAnEpochOfItsOwnStill() {
        teach(reports: 1)
        _ = assembler.add(report(5), now: at(5000))
        #expect(assembler.settled(now: at(5000)) != nil)
        _ = assembler.add(report(5), now: at(6000))
        #expect(assembler.finish()?.report.time == noon.advanced(by: 5000))
    }

    @Test mutating func aReceiverWithoutAHabitIsWaitedFor() {
        for second in 0..<20 {
            for _ in 0...second % 2 { _ = assembler.add(report(Double(second)), now: at(Int64(second) * 1000)) }
            #expect(assembler.deadline == at(Int64(second) * 1000 + 200))
        }
    }

    @Test mutating func fewerReportsThanKnownAreWaitedForAndUnlearnt() {
        teach(reports: 2)
        _ = assembler.add(report(5), now: at(5000))
        #expect(assembler.settled(now: at(5199)) == nil)
        #expect(assembler.settled(now: at(5200)) != nil)
        for _ in 0..<2 { _ = assembler.add(report(6), now: at(6000)) }
        #expect(assembler.deadline == at(6200))
    }
}

import Testing

@testable import Outbox

@Suite struct AllowanceTests {
    static let mega: Int64 = 1 << 20

    /// taken, free, slack; what is allowed, and above what fixes are shed; all in MB.
    @Test(
        arguments: [
            // Much room: the settings alone count.
            [10, 1000, 1, 100, 90],
            // The disk ends before max-size.
            [40, 10, 1, 50, 49],
            [80, 12, 1, 92, 90],
            // The disk is full: what is there has to give way, until there is room for the next commits.
            [40, 0, 1, 40, 39],
            [0, 0, 1, 0, 0],
        ] as [[Int64]])
    func theDiskCountsWhereItIsSmallerThanTheSettings(_ row: [Int64]) {
        var limits = OutboxLimits()
        limits.maxSize = 100 * Self.mega
        let allowance = Allowance(
            limits, taken: row[0] * Self.mega, free: row[1] * Self.mega, slack: row[2] * Self.mega)
        #expect([allowance.bytes, allowance.comfortable] == [row[3] * Self.mega, row[4] * Self.mega])
        #expect(allowance.journalSize <= allowance.bytes / 4)
    }

    /// Some network file systems claim 2^63 bytes, or 2^64 blocks.
    @Test func aDiskWithoutEndIsOneThatSetsNoLimit() {
        #expect(Files.bytes(UInt.max, of: 4096 as UInt) == .max)
        #expect(Files.bytes(1 << 51 as UInt, of: 4096 as UInt) == .max)
        #expect(Files.bytes(3 as UInt, of: 512 as UInt) == 1536)
        let limits = OutboxLimits()
        #expect(Allowance(limits, taken: 1 << 20, free: .max, slack: 1) == Allowance(limits))
    }

    /// max-size and disk in MB, the ballast in kB.
    @Test(
        arguments: [(1, 9999, 256), (256, 9999, 2621), (256, 100, 1024), (1024, 9999, 4096)] as [(Int64, Int64, Int64)])
    func ballastIsAHundredthWithinBounds(_ megabytes: Int64, _ disk: Int64, _ kilobytes: Int64) {
        var limits = OutboxLimits()
        limits.maxSize = megabytes * Self.mega
        #expect(Ballast(of: "/x/outbox.db", limits: limits, disk: disk * Self.mega).size >> 10 == kilobytes)
    }
}

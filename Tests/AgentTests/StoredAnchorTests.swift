import Positioning
import Runtime
import TestSupport
import Testing

@testable import Agent

@Suite struct StoredAnchorTests {
    private let directory = TemporaryDirectory()

    private func anchorIsTaken(boot: Int64, now: Int64) throws -> Bool {
        let path = directory.file("state.json")
        try TextFile.replace(
            path,
            with: #"{"boot_id":"b","boot_ms":\#(boot),"gnss_time":"2027-01-15T08:00:00.000Z","time_trust":"trusted"}"#)
        return StoredAnchor.read(path, now: BootTime(milliseconds: now)) != nil
    }

    /// A damaged file must not end every agent that reads it.
    @Test(arguments: [Int64.min, -1, 0, 999, 1000, 1001, .max] as [Int64])
    func anAnchorOfAnImpossibleInstantIsNone(boot: Int64) throws {
        #expect(try anchorIsTaken(boot: boot, now: 1000) == (0...1000).contains(boot))
    }
}

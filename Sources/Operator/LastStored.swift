import AmazonLocation
import Positioning

/// The tracker's last position before a moment: what its filter held the next one against.
struct LastStored {
    /// How far back is looked, in milliseconds, one after the other: on the road it was a moment ago, and the service
    /// keeps positions for 30 days.
    private static let spans: [Int64] = [300_000, 3_600_000, 86_400_000, 30 * 86_400_000]

    let session: TrackerSession
    let deviceID: String

    /// Nil if there is none.
    func before(_ end: UTCTime) throws -> DevicePosition? {
        var late = end
        for span in Self.spans {
            let early = end.advanced(by: -span)
            if let found = try newest(from: early, to: late) { return found }
            late = early
        }
        return nil
    }

    /// The newest from `from` on and before `to`. A page has positions in the service's order, so where there is more
    /// than a page, what is later than this one is looked through by halves.
    private func newest(from: UTCTime, to: UTCTime) throws -> DevicePosition? {
        guard from < to else { return nil }
        var operation = GetDevicePositionHistory(deviceID: deviceID, from: from, to: to)
        var page = try session.call(operation)
        while page.positions.isEmpty, let next = operation.next(after: page) {
            operation = next
            page = try session.call(next)
        }
        guard let found = page.positions.max(by: { $0.sampleTime < $1.sampleTime }) else { return nil }
        guard operation.next(after: page) != nil else { return found }
        let start = found.sampleTime.advanced(by: 1)
        let middle = start.advanced(by: max(0, to.since(start) / 2))
        return try newest(from: middle, to: to) ?? newest(from: start, to: middle) ?? found
    }
}

import AmazonLocation
import Positioning
import Runtime

/// Every page of a device's positions.
struct TrackerHistory {
    private let session: TrackerSession
    private let deviceID: String
    private let from: UTCTime
    private let to: UTCTime
    private var operation: GetDevicePositionHistory?
    /// Positions so far.
    private(set) var count = 0
    /// The part of the window that is done, as far as the last position tells.
    private(set) var part = 0.0

    init(_ session: TrackerSession, deviceID: String, window: TimeWindow, now: UTCTime) {
        (self.session, self.deviceID) = (session, deviceID)
        to = window.to ?? now
        from = window.from ?? to.advanced(by: -TimeWindow.day)
        operation = GetDevicePositionHistory(deviceID: deviceID, from: window.from, to: window.to)
    }

    /// The next page; nil after the last one.
    mutating func next() throws -> [DevicePosition]? {
        guard let current = operation else { return nil }
        let page = try answer(to: current)
        operation = current.next(after: page)
        count += page.positions.count
        if let last = page.positions.last, to > from {
            part = Double(last.sampleTime.since(from)) / Double(to.since(from))
        }
        return page.positions
    }

    private func answer(to operation: GetDevicePositionHistory) throws -> GetDevicePositionHistory.Answer {
        do {
            return try session.call(operation)
        } catch let error as OperatorError {
            throw error.withAdvice
        }
    }

    /// What to say when there was nothing.
    var nothing: String {
        "the tracker has no position of \(deviceID) from \(from.iso8601) to \(to.iso8601); look further back with "
            + "--from TIME, or for another device with --set device.id=ID"
    }
}

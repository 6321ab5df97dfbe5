import Positioning

@testable import Outbox

/// What the outbox has committed, seen from outside: each row as it was when it came.
final class Books {
    /// A committed fix.
    struct Row: Equatable {
        var time: UTCTime
        var place: Coordinate
    }

    private(set) var kept: [Int64: Row] = [:]
    /// Kept rows that the tracker has not accepted, nor refused for good, nor the agent shed.
    private(set) var open: Set<Int64> = []
    /// Rows that are gone although no answer of the tracker had settled them.
    private(set) var shed: Set<Int64> = []
    /// Dead letters.
    private(set) var givenUp: Set<Int64> = []
    /// Dead letters whose fix is not entered yet: the agent was killed, or is not sure of its commit.
    private var unseen: Set<Int64> = []
    private var ids: [UTCTime: Int64] = [:]
    private var greatest: Int64 = 0
    private var last: UTCTime?
    private var first: Set<UTCTime> = []
    private let receiver: SimulatedReceiver
    private let service: SimulatedService
    private let deviceID: String
    /// Milliseconds between two kept fixes at least, if no other rule keeps any; nil if others do.
    private let interval: Int64?

    init(_ receiver: SimulatedReceiver, _ service: SimulatedService, deviceID: String, interval: Int64?) {
        (self.receiver, self.service, self.deviceID) = (receiver, service, deviceID)
        self.interval = interval
    }

    /// The fix of this time is the first of its kind: the one kept before it does not count.
    func expectFirst(at time: UTCTime) {
        first.insert(time)
    }

    /// Takes in what was committed since the last call.
    func observe(_ writer: OutboxWriter) throws {
        let select = try writer.connection.prepare(
            "SELECT id, time, latitude, longitude, age FROM fix WHERE id > ? ORDER BY id")
        try select.bind(greatest, at: 1)
        while try select.step() {
            let row = Row(
                time: UTCTime(milliseconds: select.integer(1)),
                place: Coordinate(latitude: select.real(2), longitude: select.real(3)))
            try enter(row, id: select.integer(0), measured: select.integer(1) - select.integer(4))
        }
    }

    private func enter(_ row: Row, id: Int64, measured: Int64) throws(Violation) {
        greatest = id
        try require(ids[row.time] == nil, "two fixes of \(row.time.iso8601) were kept, \(ids[row.time] ?? 0) and \(id)")
        let isTrue = receiver.said[measured]?.contains(row.place) ?? false
        try require(isTrue, "the receiver never was where fix \(id) of \(row.time.iso8601) is")
        if let interval, let last, !first.contains(row.time) {
            let distance = row.time.since(last)
            try require(
                distance < 0 || distance >= interval,
                "fix \(id) was kept \(distance) ms after the one before, sooner than sampling.interval")
        }
        last = row.time
        (kept[id], ids[row.time]) = (row, id)
        open.insert(id)
        if unseen.remove(id) != nil { try giveUp(id) }
    }

    /// The uploader makes a dead letter of fix `id`, with a reason.
    func giveUp(_ id: Int64) throws(Violation) {
        guard let row = kept[id] else {
            unseen.insert(id)
            return
        }
        let key = SimulatedService.Key(deviceID: deviceID, time: row.time)
        try require(
            service.refusedForGood.contains(key) || service.doubtful.contains(key),
            "fix \(id) is given up, and the service had not refused it for good")
        givenUp.insert(id)
    }

    /// Compares all rows with what they were, and finds those that are gone.
    func compare(with writer: OutboxWriter) throws {
        try settle()
        let select = try writer.connection.prepare("SELECT id, time, latitude, longitude FROM fix")
        var present: Set<Int64> = []
        while try select.step() {
            let id = select.integer(0)
            guard let row = kept[id] else { continue }
            let place = Coordinate(latitude: select.real(2), longitude: select.real(3))
            try require(
                row.place == place && row.time.milliseconds == select.integer(1), "row \(id) is not what it was")
            present.insert(id)
        }
        for id in open where !present.contains(id) {
            shed.insert(id)
            open.remove(id)
        }
        let counted = writer.counters.shedTotal
        try require(
            Int64(shed.count) <= counted,
            "\(shed.count) rows are gone undelivered, and \(counted) are counted as shed; among them \(shed.min() ?? 0)"
        )
    }

    /// What the service has settled meanwhile is not open any more.
    func settle() throws(Violation) {
        for id in open {
            guard let row = kept[id] else { continue }
            let key = SimulatedService.Key(deviceID: deviceID, time: row.time)
            if let place = service.accepted[key] {
                let error = max(abs(place.latitude - row.place.latitude), abs(place.longitude - row.place.longitude))
                try require(error <= 6e-8, "fix \(id) arrived at another place")
                open.remove(id)
            } else if service.refusedForGood.contains(key) || givenUp.contains(id) {
                open.remove(id)
            }
        }
    }

    /// Everything that arrived had been kept.
    func checkArrivals() throws(Violation) {
        if let id = unseen.min() { throw Violation("fix \(id) is given up, and was never kept") }
        for key in service.accepted.keys {
            try require(ids[key.time] != nil, "\(key) arrived and was never kept")
        }
    }
}

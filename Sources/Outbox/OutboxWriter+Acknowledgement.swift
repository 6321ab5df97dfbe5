import Positioning
import SQLite

extension OutboxWriter {
    /// What a look at `delivery.db` brought.
    public enum Acknowledgement: Equatable, Sendable {
        /// Nothing new.
        case nothing
        /// The low-water mark moved; if `more`, look again soon, for a step is bounded.
        case advanced(more: Bool)
        /// It speaks of another generation: ignored, until the uploader has seen this one.
        case otherGeneration
        /// It knows ids that this file has not given, or for other fixes: the file went back in time. A new generation
        /// has begun, so that nothing counts as delivered that was not; what is pending will be sent again.
        case begunAnew
        /// It cannot be read, and not because it is not ready: nothing is copied until the uploader has mended it.
        case unreadable(OutboxError)
    }

    /// Ids that one look moves the low-water mark by at most.
    static let acknowledgementStep: Int64 = 5000

    /// Copies the low-water mark of `delivery.db` and counts the rows that it passes.
    public func acknowledge(_ delivery: DeliveryReader) throws(OutboxError) -> Acknowledgement {
        guard let header = delivery.header, header.generation == generation else { return .otherGeneration }
        if let witness = header.witness, try !agrees(with: witness) {
            try change { (state) throws(SQLiteError) in state.generation = .random() }
            return .begunAnew
        }
        guard header.lowWater > lowWater else { return .nothing }
        let goal = min(header.lowWater, lowWater + Self.acknowledgementStep, nextID - 1)
        guard goal > lowWater else { return .nothing }
        let dead: Set<Int64>
        do throws(OutboxError) {
            dead = try delivery.deadLetterIDs(ids: lowWater + 1...goal, generation: generation)
        } catch {
            // A failure to read the other file is not one of this file; the next look makes good.
            if case .notReady = error { return .nothing }
            return .unreadable(error)
        }
        try change { (state) throws(SQLiteError) in
            try count(lowWater + 1...goal, dead, in: &state.counters)
            state.lowWater = goal
        }
        return .advanced(more: goal < header.lowWater)
    }

    private func agrees(with witness: Witness) throws(OutboxError) -> Bool {
        try OutboxError.writing { () throws(SQLiteError) in
            let select = try connection.prepare("SELECT \(FixRow.columns) FROM fix WHERE id = ?")
            try select.bind(witness.id, at: 1)
            let row = try select.step() ? FixRow.read(select, devices: devices) : nil
            let stored = row?.fix.sampleTime
            return witness.agrees(nextID: nextID, stored: stored)
        }
    }

    /// Counts the rows of `ids`: refused if they are in `dead`, else delivered; those that a reader passed over because
    /// they are damaged are lost. A fix that was shed while it was under way has no row and stays counted as shed.
    private func count(
        _ ids: ClosedRange<Int64>, _ dead: Set<Int64>, in counters: inout OutboxCounters
    ) throws(SQLiteError) {
        let select = try connection.prepare("SELECT \(FixRow.columns) FROM fix WHERE id BETWEEN ? AND ?")
        try select.bind(ids.lowerBound, at: 1)
        try select.bind(ids.upperBound, at: 2)
        while try select.step() {
            switch FixRow.read(select, devices: devices)?.id {
            case nil: counters.shed[ShedCause.damage.rawValue, default: 0] += 1
            case let id? where dead.contains(id): counters.dead += 1
            case _?: counters.delivered += 1
            }
        }
    }
}

@testable import Agent
@testable import Outbox

/// The end of a run: what there is, held against what should be.
extension World {
    /// Ends both processes and holds all that there is against all that should be.
    func close() throws {
        guard let agent, let uploader, let writer = agent.writer else { throw Violation("a process is missing") }
        try books.compare(with: writer)
        try books.checkArrivals()
        try agent.stop()
        try agent.serve()
        try uploader.stop()
        let counters = agent.counters
        try books.observe(writer)
        try require(agent.isOver && counters.held == 0, "the agent has not ended; it holds \(counters.held)")
        try checkSizes()
        reap()
        try pass(until: clock.elapsed + 400)
        count(receiver.faults + network.faults + service.faults)
        try checkStores(counters)
        let lines = directory.logLines()
        try require(lines <= allowedLines, "\(lines) lines were logged; \(allowedLines) are bearable")
    }

    private func checkStores(_ counters: OutboxCounters) throws {
        let outbox = try OutboxReader(path: outbox).header
        try require(outbox.counters == counters, "the outbox has other counters than its agent")
        try require(
            counters.kept == Int64(books.kept.count),
            "\(counters.kept) fixes are counted as kept of \(books.kept.count)")
        let reader = try DeliveryReader(path: delivery)
        let letters = try reader.deadLetters(limit: .max)
        for letter in letters {
            try require(books.givenUp.contains(letter.fix.id), "fix \(letter.fix.id) is a dead letter without a notice")
        }
        // One that was shed before its refusal came stays counted as shed.
        let refused = letters.count { !books.shed.contains($0.fix.id) }
        let shed = counters.shedTotal - Int64(books.shed.count)
        try require(
            (0...shed).contains(Int64(refused) - counters.dead),
            "\(counters.dead) fixes are counted as dead of \(refused), and \(shed) as shed that were settled")
        let resolved = try reader.resolved(in: outbox.generation)
        for (id, row) in books.kept where !books.shed.contains(id) {
            let key = SimulatedService.Key(deviceID: Self.deviceID, time: row.time)
            let isDead = letters.contains { $0.fix.id == id }
            try require(
                service.accepted[key] != nil || isDead, "fix \(id) counts as settled and the tracker does not have it")
            try require(resolved.contains(id), "fix \(id) arrived and does not count as settled")
        }
    }

    private func checkSizes() throws {
        let allowance = Allowance(recorderSettings.limits)
        for disk in disks {
            // The commit that fills it comes on top: a ring's, where the outbox is that small.
            let most = disk.owner == .agent ? allowance.journalSize + 65_536 : StoreFile.journalLimit
            try require(
                disk.largestJournal <= most, "the WAL of the \(disk.owner) grew to \(disk.largestJournal) bytes")
            try require(
                disk.largestDatabase <= max(allowance.bytes - allowance.journalSize, 65_536),
                "the store of the \(disk.owner) grew to \(disk.largestDatabase) bytes")
        }
    }
}

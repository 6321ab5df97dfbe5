import CFaultyDisk

/// The disk as one process sees it. A process that is killed leaves its files as they are at that instant: what the
/// objects of the dead process still do does not reach them.
final class Disk {
    /// What can be wrong with a disk.
    enum Trouble: CaseIterable {
        case full, writeErrors, flaky, syncErrors, readOnly, slow
    }

    /// Whose files these are.
    enum Owner {
        case agent, uploader
    }

    let owner: Owner
    private let state: UnsafeMutablePointer<faulty_disk>
    /// Milliseconds that a sync takes.
    private(set) var slowness: Int64 = 0

    init(of owner: Owner, _ chance: Chance) {
        self.owner = owner
        state = .allocate(capacity: 1)
        state.initialize(to: faulty_disk())
        state.pointee.random = chance.number()
    }

    deinit {
        // A connection that closes later still looks at it.
        if state.pointee.files == nil { state.deallocate() }
    }

    var isDead: Bool { state.pointee.is_dead != 0 }
    var failures: Int64 { state.pointee.failures }
    var largestJournal: Int64 { state.pointee.largest_wal }
    var largestDatabase: Int64 { state.pointee.largest_database }

    /// Runs `body`, whose files belong to this disk; returns for how many milliseconds it kept the process waiting.
    func run(_ body: () throws -> Void) rethrows -> Int64 {
        let before = state.pointee.syncs
        faulty_disk_use(state)
        defer { faulty_disk_use(nil) }
        try body()
        return (state.pointee.syncs - before) * slowness
    }

    func kill() {
        state.pointee.is_dead = 1
    }

    /// The process is killed at its `count`th change from now.
    func kill(after count: Int64) {
        state.pointee.kill_at = state.pointee.changes + count
    }

    /// No kill that is still to come happens.
    func spare() {
        state.pointee.kill_at = 0
    }

    func cutPower() {
        faulty_disk_cut_power(state)
    }

    func suffer(_ trouble: Trouble?) {
        (state.pointee.error, state.pointee.sync_error, state.pointee.error_rate) = (0, 0, 1000)
        (state.pointee.read_only, slowness) = (0, 0)
        switch trouble {
        case .full: state.pointee.error = 13
        case .writeErrors: state.pointee.error = 10 | (3 << 8)
        case .flaky: (state.pointee.error, state.pointee.error_rate) = (10 | (3 << 8), 150)
        case .syncErrors: (state.pointee.sync_error, state.pointee.error_rate) = (10 | (4 << 8), 500)
        case .readOnly: state.pointee.read_only = 1
        case .slow: slowness = 2000
        case nil: break
        }
    }
}

/// What is to happen at which time, in order; at the same time, in the order in which it was put down.
struct Agenda {
    private var entries: [(at: Int64, action: () throws -> Void)] = []

    var next: Int64? { entries.last?.at }

    mutating func add(at time: Int64, _ action: @escaping () throws -> Void) {
        // The last entry is the next one: to take it costs nothing.
        let index = entries.lastIndex { $0.at > time }.map { $0 + 1 } ?? 0
        entries.insert((time, action), at: index)
    }

    /// Takes out the next entry if its time has come.
    mutating func take(at time: Int64) -> (() throws -> Void)? {
        guard let next, next <= time else { return nil }
        return entries.removeLast().action
    }
}

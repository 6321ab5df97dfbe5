import JSON
import Positioning
import SQLite

/// The statements on the table of trackers, compiled once.
final class TrackerStatements {
    private let find: Statement
    private let list: Statement
    private let insert: Statement
    private let update: Statement
    private let delete: Statement
    private let count: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        let columns = """
            id, name, filtering, description, event_bridge, key, tags, created_ms, updated_ms, received, stored,
            filtered, duplicates, refused
            """
        find = try connection.prepare("SELECT \(columns) FROM tracker WHERE name = ?1")
        list = try connection.prepare("SELECT \(columns) FROM tracker WHERE name > ?1 ORDER BY name LIMIT ?2")
        insert = try connection.prepare(
            """
            INSERT INTO tracker (name, filtering, description, event_bridge, key, tags, created_ms, updated_ms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
            """)
        update = try connection.prepare(
            "UPDATE tracker SET filtering = ?2, description = ?3, event_bridge = ?4, updated_ms = ?5 WHERE id = ?1")
        delete = try connection.prepare("DELETE FROM tracker WHERE id = ?1")
        count = try connection.prepare(
            """
            UPDATE tracker SET received = received + ?2, stored = stored + ?3, filtered = filtered + ?4,
                duplicates = duplicates + ?5, refused = refused + ?6
            WHERE id = ?1
            """)
    }

    /// The tracker called `name`; nil if there is none.
    func find(_ name: String) throws(SQLiteError) -> StoredTracker? {
        try find.bind(name, at: 1)
        guard try find.step() else { return nil }
        defer { find.reset() }
        return tracker(of: find)
    }

    /// At most `limit` trackers in the order of their names, from the first one after `name` on.
    func list(after name: String, limit: Int) throws(SQLiteError) -> [StoredTracker] {
        try list.bind(name, at: 1)
        try list.bind(Int64(limit), at: 2)
        var found: [StoredTracker] = []
        while try list.step() { found.append(tracker(of: list)) }
        return found
    }

    /// Adds a tracker; its id and counts are not looked at.
    func insert(_ tracker: StoredTracker) throws(SQLiteError) {
        try insert.bind(tracker.name, at: 1)
        try insert.bind(tracker.filtering.rawValue, at: 2)
        try insert.bind(tracker.description, at: 3)
        try insert.bind(tracker.eventBridge ? 1 : Int64(0), at: 4)
        try insert.bind(tracker.key, at: 5)
        try insert.bind(tracker.tags.map(StringMap.encoded), at: 6)
        try insert.bind(tracker.created.milliseconds, at: 7)
        _ = try insert.step()
    }

    /// Changes what UpdateTracker can change.
    func update(_ tracker: StoredTracker) throws(SQLiteError) {
        try update.bind(tracker.id, at: 1)
        try update.bind(tracker.filtering.rawValue, at: 2)
        try update.bind(tracker.description, at: 3)
        try update.bind(tracker.eventBridge ? 1 : Int64(0), at: 4)
        try update.bind(tracker.updated.milliseconds, at: 5)
        _ = try update.step()
    }

    /// Removes a tracker with all its positions.
    func delete(id: Int64) throws(SQLiteError) {
        try delete.bind(id, at: 1)
        _ = try delete.step()
    }

    /// Adds to the counts of a tracker.
    func add(_ counts: TrackerCounts, to id: Int64) throws(SQLiteError) {
        try count.bind(id, at: 1)
        try count.bind(counts.received, at: 2)
        try count.bind(counts.stored, at: 3)
        try count.bind(counts.filtered, at: 4)
        try count.bind(counts.duplicates, at: 5)
        try count.bind(counts.refused, at: 6)
        _ = try count.step()
    }

    private func tracker(of row: Statement) -> StoredTracker {
        StoredTracker(
            id: row.integer(0), name: row.text(1) ?? "",
            filtering: row.text(2).flatMap(PositionFiltering.init) ?? .timeBased, description: row.text(3) ?? "",
            eventBridge: row.integer(4) != 0, key: row.text(5), tags: row.text(6).flatMap(StringMap.decoded),
            created: UTCTime(milliseconds: row.integer(7)), updated: UTCTime(milliseconds: row.integer(8)),
            counts: TrackerCounts(
                received: row.integer(9), stored: row.integer(10), filtered: row.integer(11),
                duplicates: row.integer(12), refused: row.integer(13)))
    }
}

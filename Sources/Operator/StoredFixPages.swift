import Glibc
import Outbox
import Positioning

/// The stored fixes of a time window, page by page. The database is open only while a page is read, so that however
/// slowly the pages are consumed, the agent's file does not grow for it.
struct StoredFixPages {
    static let pageSize = 1000
    /// A file that is not ready is looked at again this often, 200 ms apart.
    static let attempts = 10

    let path: String
    let times: ClosedRange<UTCTime>
    private var last: Int64 = 0
    private var isAtEnd = false

    init(path: String, times: ClosedRange<UTCTime>) {
        self.path = path
        self.times = times
    }

    /// The next page; empty after the last one.
    mutating func next() throws(OperatorError) -> [StoredFix] {
        guard !isAtEnd else { return [] }
        let page = try read()
        last = page.last?.id ?? last
        isAtEnd = page.count < Self.pageSize
        return page
    }

    private func read() throws(OperatorError) -> [StoredFix] {
        var attempt = 1
        while true {
            do throws(OutboxError) {
                return try OutboxReader(path: path).fixes(in: times, after: last, limit: Self.pageSize)
            } catch {
                guard case .notReady = error, attempt < Self.attempts, access(path, R_OK) == 0 else {
                    throw OperatorError(error, reading: path, of: "waypost-agent")
                }
                usleep(200_000)
                attempt += 1
            }
        }
    }
}

import Configuration
import Runtime

/// Can the daemons write their databases, and nobody else?
enum FilesCheck {
    /// Less free space than this is as good as none.
    private static let leastFree: Int64 = 16 << 20

    static func findings(_ outbox: OutboxSection, user: String) -> [Finding] {
        let (finding, free) = directory(of: outbox.path, user: user)
        guard finding.result == .ok, free < outbox.maxSize else { return [finding] }
        return [
            finding,
            Finding(
                "space", .warning,
                "outbox.max-size is \(NumberText.bytes(outbox.maxSize)), and only \(NumberText.bytes(free)) are free",
                advice: "lower outbox.max-size, or make room"),
        ]
    }

    static func findings(_ delivery: DeliverySection, user: String) -> [Finding] {
        [directory(of: delivery.path, user: user).finding]
    }

    /// The directory that holds `path`, and the free bytes there.
    private static func directory(of path: String, user: String) -> (finding: Finding, free: Int64) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let facts: FileFacts
        do throws(RuntimeError) {
            facts = try FileFacts(directory)
        } catch {
            let advice = "systemd-tmpfiles --create, or: install -d -o \(user) -g waypost -m 2750 \(directory)"
            return (Finding("files", .failure, "\(error)", advice: advice), 0)
        }
        return (judge(directory, facts, user), facts.freeBytes)
    }

    private static func judge(_ directory: String, _ facts: FileFacts, _ user: String) -> Finding {
        guard facts.isDirectory else { return Finding("files", .failure, "\(directory) is not a directory") }
        if FileFacts.isUser(user) && facts.owner != user {
            return Finding(
                "files", .failure, "\(directory) belongs to \(facts.owner), so \(user) cannot write there",
                advice: "chown -R \(user):waypost \(directory)")
        }
        if facts.mode & 0o022 != 0 {
            return Finding(
                "files", .failure, "others than \(facts.owner) may write in \(directory)",
                advice: "chmod 2750 \(directory)")
        }
        if facts.freeBytes < leastFree {
            return Finding(
                "files", .failure, "\(directory) has only \(NumberText.bytes(facts.freeBytes)) left",
                advice: "make room")
        }
        if facts.mode & 0o005 != 0 {
            return Finding(
                "files", .warning, "everybody on this box may see where it was, in \(directory)",
                advice: "chmod 2750 \(directory)")
        }
        return Finding("files", .ok, directory)
    }
}

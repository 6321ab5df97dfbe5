import Configuration
import Runtime

/// Can the daemons write their databases, and nobody else?
enum FilesCheck {
    /// Less free space than this is as good as none.
    private static let leastFree: Int64 = 16 << 20

    static func findings(_ outbox: OutboxSection, user: String) -> [Finding] {
        let (finding, free) = directory(of: outbox.path, user: user)
        let files = files(of: outbox.path, user: user)
        guard finding.result == .ok, free < outbox.maxSize else { return [finding] + files }
        return [finding] + files + [
            Finding(
                "space", .warning,
                "outbox.max-size is \(NumberText.bytes(outbox.maxSize)), and only \(NumberText.bytes(free)) are free",
                advice: "lower outbox.max-size, or make room")
        ]
    }

    static func findings(_ delivery: DeliverySection, user: String) -> [Finding] {
        [directory(of: delivery.path, user: user).finding] + files(of: delivery.path, user: user)
    }

    /// Where the uploader's secrets lie until they are handed over to it.
    static func credentials(_ invocation: Invocation) -> String { invocation.root + "/etc/waypost/credentials.d" }

    /// The directory with the uploader's secrets. Who may not look into it is who should not.
    static func findings(credentials directory: String) -> [Finding] {
        guard let facts = try? FileFacts(directory), facts.isDirectory else { return [] }
        var findings: [Finding] = []
        if facts.mode & 0o022 != 0 {
            findings.append(
                Finding(
                    "files", .failure, "others than \(facts.owner) may write in \(directory)",
                    advice: "chmod 700 \(directory)"))
        }
        let paths = ((try? Directory.names(in: directory)) ?? []).map { "\(directory)/\($0)" }
        for path in paths {
            guard let facts = try? FileFacts(path) else { continue }
            if let open = openSecret(path, facts, "files") { findings.append(open) }
            if !["root", "waypost-uploader"].contains(facts.owner) {
                findings.append(
                    Finding(
                        "files", .failure, "\(path) belongs to \(facts.owner), who can change it",
                        advice: "chown root: \(path)"))
            }
        }
        return findings
    }

    /// What is wrong with a file of secrets that others than its owner may read; nil if they may not.
    static func openSecret(_ path: String, _ facts: FileFacts, _ subject: String) -> Finding? {
        guard facts.mode & 0o077 != 0 else { return nil }
        return Finding(
            subject, .failure, "others than \(facts.owner) may read \(path)", advice: "chmod 600 \(path)")
    }

    /// What is wrong with the database at `path` and with what SQLite keeps beside it.
    private static func files(of path: String, user: String) -> [Finding] {
        [path, path + "-wal", path + "-shm"].compactMap { path in
            guard let facts = try? FileFacts(path) else { return nil }
            if FileFacts.isUser(user) && facts.owner != user {
                return Finding(
                    "files", .failure, "\(path) belongs to \(facts.owner), so \(user) cannot write it",
                    advice: "chown \(user):waypost \(path)")
            }
            if facts.mode & 0o022 != 0 {
                return Finding(
                    "files", .failure, "others than \(facts.owner) may write \(path)", advice: "chmod 640 \(path)")
            }
            guard facts.mode & 0o004 != 0 else { return nil }
            return Finding(
                "files", .warning, "everybody on this box may read where it was, in \(path)",
                advice: "chmod 640 \(path)")
        }
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

import Configuration
import Runtime

/// Can the daemons write their databases, and nobody else?
enum FilesCheck {
    /// Less free space than this is as good as none.
    private static let leastFree: Int64 = 16 << 20

    static func findings(_ outbox: OutboxSection, user: String) -> [Finding] {
        let (finding, free) = directory(of: outbox.path, user: user)
        let files = files(of: outbox.path, user: user)
        let taken = [outbox.path, outbox.path + "-wal", outbox.path + ".ballast"]
            .compactMap { try? FileFacts($0).size }.reduce(0, +)
        guard finding.result == .ok, free + taken < outbox.maxSize else { return [finding] + files }
        let besides = taken > 0 ? " besides the \(NumberText.bytes(taken)) that it has" : ""
        return [finding] + files + [
            Finding(
                "space", .warning,
                "outbox.max-size is \(NumberText.bytes(outbox.maxSize)), and only \(NumberText.bytes(free)) are free"
                    + besides, advice: "lower outbox.max-size, or make room")
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
            if facts.mode & 0o077 != 0 {
                findings.append(
                    Finding(
                        "files", .failure, "others than \(facts.owner) may read \(path)", advice: "chmod 600 \(path)"))
            }
            if !["root", "waypost-uploader"].contains(facts.owner) {
                findings.append(
                    Finding(
                        "files", .failure, "\(path) belongs to \(facts.owner), who can change it",
                        advice: "chown root: \(path)"))
            }
        }
        return findings
    }

    /// What is wrong with the database at `path` and with what SQLite keeps beside it.
    private static func files(of path: String, user: String) -> [Finding] {
        [path, path + "-wal", path + "-shm"].compactMap { path in
            (try? FileFacts(path)).flatMap { fault(of: path, $0, user) }
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
        guard facts.isDirectory else {
            return (Finding("files", .failure, "\(directory) is not a directory"), facts.freeBytes)
        }
        let fault = fault(of: directory, facts, user)
        guard fault?.result != .failure, facts.freeBytes < leastFree else {
            return (fault ?? Finding("files", .ok, directory), facts.freeBytes)
        }
        let full = "\(directory) has only \(NumberText.bytes(facts.freeBytes)) left"
        return (Finding("files", .failure, full, advice: "make room"), facts.freeBytes)
    }

    /// Who may do with a file or directory of the daemon `user` what is not theirs to do; nil if nobody may.
    private static func fault(of path: String, _ facts: FileFacts, _ user: String) -> Finding? {
        let isDirectory = facts.isDirectory
        let close = "chmod \(isDirectory ? "2750" : "640") \(path)"
        if FileFacts.isUser(user) && facts.owner != user {
            return Finding(
                "files", .failure,
                "\(path) belongs to \(facts.owner), so \(user) cannot write \(isDirectory ? "there" : "it")",
                advice: "chown \(isDirectory ? "-R " : "")\(user):waypost \(path)")
        }
        if facts.mode & 0o022 != 0 {
            return Finding(
                "files", .failure, "others than \(facts.owner) may write \(isDirectory ? "in " : "")\(path)",
                advice: close)
        }
        guard facts.mode & (isDirectory ? 0o005 : 0o004) != 0 else { return nil }
        return Finding(
            "files", .warning, "everybody on this box may \(isDirectory ? "see" : "read") where it was, in \(path)",
            advice: close)
    }
}

import Foundation
import TestSupport

/// `waypost-tracker` as a process, with a fault plan.
final class LocalTrackerProcess {
    private let directory = TemporaryDirectory()
    private let process = Process()
    private let errors = Pipe()
    let url: String

    /// `certificate` holds the files of a chain and its key: then it speaks TLS.
    init(plan: String, certificate: (chain: String, key: String)? = nil) throws {
        let planFile = directory.path + "/plan.json"
        try plan.write(toFile: planFile, atomically: true, encoding: .utf8)
        process.executableURL = UploaderProcess.binary.deletingLastPathComponent()
            .appendingPathComponent("waypost-tracker")
        process.arguments = [
            "--database", directory.path + "/tracker.db", "--tracker", "fleet:None", "--fault-plan", planFile,
        ]
        if let certificate {
            process.arguments? += ["--tls-certificate", certificate.chain, "--tls-key", certificate.key]
        }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        url = text.components(separatedBy: .whitespacesAndNewlines).first { $0.hasPrefix("http") } ?? text
    }

    deinit {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

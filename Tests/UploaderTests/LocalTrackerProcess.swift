import Foundation
import TestSupport
import Testing

/// `waypost-tracker` as a process, with a fault plan.
final class LocalTrackerProcess {
    private let directory = TemporaryDirectory()
    private let process: ChildProcess
    let url: String

    /// `certificate` holds the files of a chain and its key: then it speaks TLS.
    init(plan: String, certificate: (chain: String, key: String)? = nil) throws {
        let planFile = directory.path + "/plan.json"
        try plan.write(toFile: planFile, atomically: true, encoding: .utf8)
        var arguments = [
            "--database", directory.path + "/tracker.db", "--tracker", "fleet:None", "--fault-plan", planFile,
        ]
        if let certificate {
            arguments += ["--tls-certificate", certificate.chain, "--tls-key", certificate.key]
        }
        let process = try ChildProcess(builtProgram("waypost-tracker"), arguments)
        self.process = process
        _ = eventually { process.output.contains("\n") || !process.isRunning }
        let words = process.output.components(separatedBy: .whitespacesAndNewlines)
        url = try #require(
            words.first { $0.hasPrefix("http") }, "it says no address: \(process.output)\(process.errors)")
    }
}

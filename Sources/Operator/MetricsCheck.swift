import Configuration
import Runtime

/// Do the daemons that run write their metrics, where somebody wants them?
enum MetricsCheck {
    /// Milliseconds after which a file is old: three times the rarest period.
    private static let tooOld: Int64 = 900_000

    static func findings(
        _ settings: RuntimeSection, _ report: StatusReport, _ invocation: Invocation
    ) -> [Finding] {
        guard let directory = settings.metrics else { return [] }
        guard (try? FileFacts(directory)) != nil else {
            guard !settings.metricsMayBeMissing else { return [] }
            return [
                Finding(
                    "metrics", .failure, "\(directory) does not exist", advice: "make it, or set runtime.metrics = off")
            ]
        }
        let running = [(Daemons.agent, report.agent), (Daemons.uploader, report.uploader)]
            .filter { $0.1.presence == .running }.map { $0.0.program }
        let silent = running.filter { program in
            guard let facts = try? FileFacts("\(directory)/\(program).prom") else { return true }
            return invocation.clock.civilTime.since(facts.modified) > tooOld
        }
        guard silent.isEmpty else {
            return [
                Finding(
                    "metrics", .warning, "\(silent.joined(separator: " and ")) put none into \(directory)",
                    advice: "\(invocation.initSystem.log(of: silent[0])) says why; after a mend: "
                        + invocation.initSystem.restart(silent))
            ]
        }
        return running.isEmpty ? [] : [Finding("metrics", .ok, directory)]
    }
}

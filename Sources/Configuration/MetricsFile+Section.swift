import Positioning
import Runtime

extension MetricsFile {
    /// The metrics of `program` where `section` wants them; nil if it wants none.
    public convenience init?(
        _ section: RuntimeSection, program: String, log: Log, now: BootTime, content: @escaping () -> String
    ) {
        guard let directory = section.metrics else { return nil }
        self.init(
            directory: directory, program: program, mayBeMissing: section.metricsMayBeMissing, log: log, now: now,
            content: content)
    }
}

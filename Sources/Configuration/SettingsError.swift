import Runtime

/// Settings that cannot be used, with everything that is wrong with them.
public struct SettingsError: ReportableError, Equatable {
    /// Never empty.
    public var faults: [SettingFault]

    /// One line for each fault, with what to do.
    public var description: String {
        faults.map { fault in fault.description + (fault.advice.map { "; \($0)" } ?? "") }.joined(separator: "\n")
    }

    /// EX_CONFIG.
    public var exitCode: ExitCode { .configuration }
}

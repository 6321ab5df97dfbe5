import Runtime

/// Settings that cannot be used, with everything that is wrong with them.
public struct SettingsError: ReportableError, Equatable {
    /// Never empty.
    public var faults: [SettingFault]

    /// One line for each fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }

    /// EX_CONFIG.
    public var exitCode: ExitCode { .configuration }
}

/// A value that somebody set, and where.
struct SettingEntry: Equatable {
    var value: String
    /// `FILE:LINE` or `--set`.
    var place: String
}

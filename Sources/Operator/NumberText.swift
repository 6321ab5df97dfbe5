import JSON

/// Numbers for people and for text formats.
enum NumberText {
    /// At most `places` decimals, no exponent, no trailing zeros.
    static func decimal(_ value: Double, _ places: Int) -> String {
        var writer = JSONWriter(capacity: 24)
        writer.decimal(value, places: places)
        return writer.text
    }

    /// `1.2 MB`, in powers of 1024.
    static func bytes(_ count: Int64) -> String {
        switch count {
        case ..<1024: "\(count) B"
        case ..<1_048_576: decimal(Double(count) / 1024, 0) + " kB"
        case ..<1_073_741_824: decimal(Double(count) / 1_048_576, 1) + " MB"
        default: decimal(Double(count) / 1_073_741_824, 1) + " GB"
        }
    }
}

/// Arithmetic on milliseconds that others have written: where the true result does not fit, the largest number of its
/// sign stands for it. (The smallest Int64 is left out: it has no magnitude.)
extension Int64 {
    /// `self` + `other`.
    public func clampedSum(_ other: Int64) -> Int64 {
        Self.clamped(addingReportingOverflow(other), isNegative: other < 0)
    }

    func clampedDifference(_ other: Int64) -> Int64 {
        Self.clamped(subtractingReportingOverflow(other), isNegative: other > 0)
    }

    /// `self` * `other`.
    public func clampedProduct(_ other: Int64) -> Int64 {
        Self.clamped(multipliedReportingOverflow(by: other), isNegative: (self < 0) != (other < 0))
    }

    private static func clamped(_ result: (partialValue: Int64, overflow: Bool), isNegative: Bool) -> Int64 {
        if result.overflow { return isNegative ? -max : max }
        return Swift.max(result.partialValue, -max)
    }
}

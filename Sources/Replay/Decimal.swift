/// `value` rounded to a fixed number of decimals, for people; "-" if it has more digits than a number of theirs.
func decimal(_ value: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "-" }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: scale.magnitude)
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let digits = String(fraction)
    return "\(sign)\(whole)." + String(repeating: "0", count: places - digits.count) + digits
}

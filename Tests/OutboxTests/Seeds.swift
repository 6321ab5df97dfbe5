import Foundation
import TestSupport

/// The seeds of a random test: 100, or 1,000 in the long mode (`packaging/test --long`).
let seeds: ClosedRange<UInt64> = 1...(ProcessInfo.processInfo.environment["WAYPOST_LONG"] == "1" ? 1000 : 100)

/// Milliseconds of CPU that this thread has used: unlike time, the same on a busy machine.
func threadMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}

extension Data {
    /// Flips bits, overwrites a run, or cuts the end off. Returns how many places it hit, nil for an end that is gone.
    @discardableResult
    mutating func damage(with random: inout SplitMix) -> Int? {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            self = prefix(Int.random(in: 0..<count, using: &random))
            return nil
        case 1:
            let start = Int.random(in: 0..<count, using: &random)
            for offset in start..<Swift.min(count, start + 700) {
                self[offset] = UInt8.random(in: 0...255, using: &random)
            }
            return 2
        default:
            let places = Int.random(in: 1...8, using: &random)
            for _ in 0..<places {
                self[Int.random(in: 0..<count, using: &random)] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
            }
            return places
        }
    }
}

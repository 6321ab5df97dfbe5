import Foundation

/// Waits until `condition` holds; false if it does not within `seconds`.
public func eventually(within seconds: Double = 60, _ condition: () -> Bool) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while !condition() {
        guard Date() < deadline else { return false }
        usleep(5000)
    }
    return true
}

import Foundation

/// What a program that gets an environment of its own must hear all the same: what AddressSanitizer is told, and where
/// Swift's libraries are.
public let inheritedEnvironment: [String: String] = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LD_LIBRARY_PATH"].contains(name)
}

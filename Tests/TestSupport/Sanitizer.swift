import Foundation

/// What a sanitizer's runtime is told by the environment; a program that gets an environment of its own needs it too.
public let sanitizerEnvironment: [String: String] = ProcessInfo.processInfo.environment.filter { name, _ in
    name == "ASAN_OPTIONS"
}

import Foundation

/// The path of a program of this package, such as `waypost-agent`: the build puts it beside the tests.
public func builtProgram(_ name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent(name).path
}

import Signing

/// A name as one segment of a URL's path.
enum PathSegment {
    /// `name` in UTF-8, percent-encoded. The names `.` and `..`, which the service allows, have their dots encoded: as
    /// they are, servers would take them for the directory that they mean elsewhere.
    static func encoded(_ name: String) -> String {
        switch name {
        case ".": "%2E"
        case "..": "%2E%2E"
        default: PercentEncoding.encoded(name)
        }
    }
}

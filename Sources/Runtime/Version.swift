/// The version of waypost, as `--version` tells it.
public enum Version {
    /// Semantic version of this build.
    public static let current = "0.1.0"
}

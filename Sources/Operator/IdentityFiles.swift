import Glibc

/// Where the Cognito identity of this box is: each one that is asked for stays in the pool for ever.
struct IdentityFiles: Equatable {
    /// The uploader's, which root can read; it is never written here.
    let lent: String
    /// One of the caller's own, in the cache directory (XDG base directory specification); nil without such.
    let own: String?

    /// Makes that directory, which is closed to others, where there is a home for it.
    init(lent: String, home: String?, variable: (String) -> String?) {
        self.lent = lent
        let named = variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let cache = named ?? home.map({ $0 + "/.cache" }) else {
            own = nil
            return
        }
        for directory in [cache, cache + "/waypost"] { mkdir(directory, 0o700) }
        own = cache + "/waypost/cognito-identity"
    }
}

import Glibc
import Positioning

/// What the file system says about a path.
public struct FileFacts: Sendable {
    /// Permission bits, set-uid, set-gid and sticky included.
    public var mode: mode_t
    /// True for a directory.
    public var isDirectory: Bool
    /// Name of the owner, or the number of one without a name.
    public var owner: String
    /// Name of its group, or the number of one without a name.
    public var group: String
    /// Bytes in it.
    public var size: Int64
    /// When it was last written, by the clock of this machine.
    public var modified: UTCTime
    /// Bytes that are free for ordinary users on its file system.
    public var freeBytes: Int64

    /// Looks at `path`; links are followed.
    public init(_ path: String) throws(RuntimeError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system("cannot look at \(path)", errno) }
        var volume = statvfs()
        guard statvfs(path, &volume) == 0 else { throw .system("cannot look at the file system of \(path)", errno) }
        mode = status.st_mode & 0o7777
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
        group = Self.groupName(status.st_gid)
        size = Int64(status.st_size)
        modified = UTCTime(
            milliseconds: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
        freeBytes = Int64(clamping: volume.f_bavail).clampedProduct(Int64(clamping: volume.f_frsize))
    }

    /// True if the mode gives `user`, one of this machine, all of the permissions `wanted`: 4 to read, 2 to write, 1 to
    /// execute or search. Access lists and the directories above are not looked at.
    public func lets(_ user: String, _ wanted: mode_t) -> Bool {
        guard user != "root" else { return true }
        let shift = owner == user ? 6 : Self.groups(of: user).contains(group) ? 3 : 0
        return (mode >> shift) & wanted == wanted
    }

    private static func groups(of user: String) -> [String] {
        guard let first = getpwnam(user)?.pointee.pw_gid else { return [] }
        var count: Int32 = 256
        var groups = [gid_t](repeating: 0, count: Int(count))
        guard getgrouplist(user, first, &groups, &count) >= 0 else { return [groupName(first)] }
        return groups.prefix(Int(count)).map(groupName)
    }

    private static func groupName(_ number: gid_t) -> String {
        getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? "\(number)"
    }

    /// True if this machine has a user of that name.
    public static func isUser(_ name: String) -> Bool {
        getpwnam(name) != nil
    }
}

import Glibc
import SQLite

extension FileLock {
    /// Makes this process the one writer of the store at `path`.
    static func ofWriter(_ path: String) throws(OutboxError) -> FileLock {
        do throws(FileLock.Failure) {
            return try FileLock(path: path + ".lock")
        } catch {
            switch error {
            case .held: throw .inUse(path: path)
            case .unusable(let number):
                throw .unwritable(
                    SQLiteError(
                        code: .cannotOpen, message: String(cString: strerror(number)), activity: "lock the store",
                        path: path))
            }
        }
    }
}

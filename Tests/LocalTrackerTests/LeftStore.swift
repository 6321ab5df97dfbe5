import Foundation
import TestSupport

@testable import LocalTracker

/// The tracker's store as a kill would leave it now, opened by the next process: a copy, since the first still has its
/// lock.
func leftStore(in directory: TemporaryDirectory) throws -> TrackerStore {
    let copy = "left-\(UUID().uuidString).db"
    for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
            atPath: directory.file("tracker.db" + suffix), toPath: directory.file(copy + suffix))
    }
    return try TrackerStore(path: directory.file(copy))
}

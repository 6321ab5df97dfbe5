import JSON

extension JSONWriter {
    /// `TrackerName` and `TrackerArn`. The region and the account stand for this machine.
    mutating func nameAndARN(of tracker: StoredTracker) {
        member("TrackerName", tracker.name)
        member("TrackerArn", "arn:aws:geo:local:000000000000:tracker/\(tracker.name)")
    }
}

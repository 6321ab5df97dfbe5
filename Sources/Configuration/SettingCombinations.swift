/// Settings that are right each for itself and make no sense together.
enum SettingCombinations {
    static func check(_ reader: SettingReader) {
        checkSampling(reader)
        checkTracker(reader)
        checkPaths(reader)
    }

    private static func checkSampling(_ reader: SettingReader) {
        typealias Table = SettingTable
        if reader.value(Table.maxError) != nil && reader.value(Table.keepWhen) == .all {
            reader.fail(
                Table.maxError,
                "does not go with keep-when = all, which would drop the fixes that keep the error small; "
                    + "use keep-when = any, or turn max-error off")
        }
        let hasTrigger =
            reader.value(Table.interval) != nil || reader.value(Table.distance) != nil
            || reader.value(Table.accuracy) || reader.value(Table.maxError) != nil || reader.value(Table.turn) != nil
        if !hasTrigger && reader.value(Table.heartbeat) == nil {
            reader.fail(
                Table.heartbeat,
                "every trigger and the heartbeat are off, so nothing would ever be kept; turn one of them on")
        }
    }

    private static func checkTracker(_ reader: SettingReader) {
        guard reader.value(SettingTable.trackerEndpoint) != nil else { return }
        for key in [SettingTable.fips, SettingTable.dualStack] where reader.value(key) {
            reader.fail(key, "does not go with tracker.endpoint, which is used exactly as it is; leave one of them out")
        }
    }

    private static func checkPaths(_ reader: SettingReader) {
        func directory(_ path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
        let (outbox, delivery) = (reader.value(SettingTable.outboxPath), reader.value(SettingTable.deliveryPath))
        if directory(outbox) == directory(delivery) {
            reader.fail(
                SettingTable.deliveryPath,
                "is in the directory of outbox.path; the agent and the uploader need one directory each")
        }
        if reader.value(SettingTable.agentDirectory) == reader.value(SettingTable.uploaderDirectory) {
            reader.fail(
                SettingTable.uploaderDirectory,
                "is runtime.agent-directory too; the agent and the uploader need one directory each")
        }
    }
}

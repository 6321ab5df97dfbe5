import Sampling

extension SamplingRules: SettingsGroup {
    /// Reads `[sampling]`.
    public init(from reader: SettingReader) {
        self.init()
        interval = reader.value(SettingTable.interval)
        distance = reader.value(SettingTable.distance)
        accuracy = reader.value(SettingTable.accuracy)
        maxError = reader.value(SettingTable.maxError)
        turn = reader.value(SettingTable.turn)
        keepWhen = reader.value(SettingTable.keepWhen) == .all ? .all : .any
        heartbeat = reader.value(SettingTable.heartbeat)
        maxAccuracy = reader.value(SettingTable.maxAccuracy)
        maxSpeed = reader.value(SettingTable.maxSpeed)
        parked = reader.value(SettingTable.parked)
    }
}

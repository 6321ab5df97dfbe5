import AWSNames
import Runtime

/// Every key of the settings: this is the contract of `waypost.conf`.
enum SettingTable {
    static let deviceID = SettingKey<String?>("device.id", optional: DeviceIDTemplate.kind, needsRestart: true)
    static let deviceProperties = SettingKey("device.properties", PositionProperty.kind, default: "none", [])

    static let receiverHost = SettingKey(
        "receiver.host", .text("a host name or address") { !$0.isEmpty && !$0.contains { $0.isWhitespace } },
        default: "localhost", "localhost")
    static let receiverPort = SettingKey("receiver.port", .integer(1...65_535), default: "2947", 2947)
    static let receiverDevice = SettingKey(
        "receiver.device", .text("a device path of gpsd") { !$0.isEmpty }, or: "any", default: "any", nil)
    static let receiverSilence = SettingKey(
        "receiver.silence", .duration("1s", "1h"), default: "10s", 10_000)

    static let interval = SettingKey(
        "sampling.interval", .duration("100ms", "7d"), or: "off", default: "30s", 30_000)
    static let distance = SettingKey("sampling.distance", .distance("1m", "1000km"), or: "off", default: "off", nil)
    static let accuracy = SettingKey("sampling.accuracy", .onOff, default: "off", false)
    static let maxError = SettingKey("sampling.max-error", .distance("1m", "10km"), or: "off", default: "off", nil)
    static let turn = SettingKey("sampling.turn", .angle("1deg", "180deg"), or: "off", default: "off", nil)
    static let keepWhen = SettingKey("sampling.keep-when", .choice(), default: "any", KeepWhen.any)
    static let heartbeat = SettingKey("sampling.heartbeat", .duration("1s", "7d"), or: "off", default: "5min", 300_000)
    static let maxAccuracy = SettingKey(
        "sampling.max-accuracy", .distance("1m", "100km"), or: "off", default: "100m", 100)
    static let maxSpeed = SettingKey("sampling.max-speed", .speed("1m/s", "1000m/s"), or: "off", default: "90m/s", 90)
    static let parked = SettingKey("sampling.parked", .onOff, default: "on", true)

    static let outboxPath = SettingKey(
        "outbox.path", .path, default: "/var/lib/waypost/outbox/outbox.db", "/var/lib/waypost/outbox/outbox.db",
        needsRestart: true)
    static let commitEvery = SettingKey("outbox.commit-every", .duration("0s", "1h"), default: "0s", 0)
    static let maxSize = SettingKey("outbox.max-size", .size("1M", "1024G"), default: "256M", 268_435_456)
    static let maxAge = SettingKey("outbox.max-age", .duration("1min", "30d"), default: "28d", 2_419_200_000)
    static let keepDelivered = SettingKey(
        "outbox.keep-delivered", .duration("0s", "366d"), default: "7d", 604_800_000)

    static let deliveryPath = SettingKey(
        "delivery.path", .path, default: "/var/lib/waypost/delivery/delivery.db",
        "/var/lib/waypost/delivery/delivery.db", needsRestart: true)
    static let linger = SettingKey("delivery.linger", .duration("0s", "1d"), default: "60s", 60_000)
    static let order = SettingKey("delivery.order", .choice(), default: "chronological", DeliveryOrder.chronological)
    static let inFlight = SettingKey("delivery.in-flight", .integer(1...16), default: "1", 1)
    static let maxRequestsPerSecond = SettingKey(
        "delivery.max-requests-per-second", .number("0.01", "50"), or: "off", default: "2", 2)
    static let maxBackOff = SettingKey("delivery.max-back-off", .duration("1s", "1d"), default: "15min", 900_000)
    static let spread = SettingKey("delivery.spread", .duration("0s", "1d"), default: "5min", 300_000)

    static let trackerName = SettingKey("tracker.name", optional: TrackerSection.nameKind)
    static let trackerRegion = SettingKey("tracker.region", optional: TrackerSection.regionKind)
    static let trackerEndpoint = SettingKey(
        "tracker.endpoint", SettingKind<String>.serviceURL, or: "none", default: "none", nil)
    static let fips = SettingKey("tracker.fips", .onOff, default: "off", false)
    static let dualStack = SettingKey("tracker.dual-stack", .onOff, default: "off", false)
    static let caFile = SettingKey("tracker.ca-file", .path, or: "none", default: "none", nil)

    static let source = SettingKey(
        "credentials.source", .choice(), default: "auto", CredentialSource.auto)
    static let profile = SettingKey(
        "credentials.profile", .text("a profile's name") { !$0.isEmpty }, default: "default", "default")
    static let credentialsFile = SettingKey("credentials.file", optional: SettingKind.path)
    static let command = optionalText("credentials.command", "a command line")
    static let identityPool = SettingKey(
        "credentials.identity-pool", CredentialsSection.identityPoolKind, or: "none", default: "none", nil)
    static let cognitoEndpoint = SettingKey(
        "credentials.cognito-endpoint", SettingKind<String>.serviceURL, or: "none", default: "none", nil)
    static let iotEndpoint = optionalText("credentials.iot-endpoint", "the host name of the credentials endpoint")
    static let roleAlias = optionalText("credentials.role-alias", "the name of an IoT role alias")
    static let thingName = optionalText("credentials.thing-name", "the name of an IoT thing")
    static let certificate = SettingKey("credentials.certificate", .path, or: "none", default: "none", nil)
    static let privateKey = SettingKey("credentials.key", .path, or: "none", default: "none", nil)

    static let agentDirectory = SettingKey(
        "runtime.agent-directory", .path, default: "/run/waypost/agent", "/run/waypost/agent", needsRestart: true)
    static let uploaderDirectory = SettingKey(
        "runtime.uploader-directory", .path, default: "/run/waypost/uploader", "/run/waypost/uploader",
        needsRestart: true)
    static let metrics = SettingKey(
        "runtime.metrics", .path, or: "off", default: "/var/lib/prometheus/node-exporter",
        "/var/lib/prometheus/node-exporter", needsRestart: true)
    static let logLevel = SettingKey("runtime.log-level", .choice(), default: "info", LogLevel.info)

    /// All of them, in the order of the contract.
    static let all: [any AnySettingKey] = [
        deviceID, deviceProperties, receiverHost, receiverPort, receiverDevice, receiverSilence, interval, distance,
        accuracy, maxError, turn, keepWhen, heartbeat, maxAccuracy, maxSpeed, parked, outboxPath, commitEvery, maxSize,
        maxAge, keepDelivered, deliveryPath, linger, order, inFlight, maxRequestsPerSecond, maxBackOff, spread,
        trackerName, trackerRegion, trackerEndpoint, fips, dualStack, caFile, source, profile, credentialsFile, command,
        identityPool, cognitoEndpoint, iotEndpoint, roleAlias, thingName, certificate, privateKey, agentDirectory,
        uploaderDirectory, metrics, logLevel,
    ]

    /// The key of that name.
    static func key(_ name: String) -> (any AnySettingKey)? {
        byName[name]
    }

    /// Names of all sections.
    static let sections = Set(all.map { String($0.name.prefix { $0 != "." }) })

    /// Keys that say where the daemons and their stores are to be found.
    static let places: Set = [outboxPath.name, deliveryPath.name, agentDirectory.name, uploaderDirectory.name]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static func optionalText(_ name: String, _ accepted: String) -> SettingKey<String?> {
        SettingKey(name, .text(accepted) { !$0.isEmpty }, or: "none", default: "none", nil)
    }
}

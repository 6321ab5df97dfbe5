import Configuration
import Delivery
import Outbox
import Sampling

/// The settings of a simulated box: those that matter for what is kept and when it goes, within their ranges.
struct BoxSettings {
    var rules = SamplingRules()
    var limits = OutboxLimits()
    var delivery = DeliverySettings()
    var commitEvery: Int64
    var period: Int64
    /// No rule but `interval` keeps anything.
    var isIntervalOnly = false

    init(_ chance: Chance) {
        commitEvery = chance.pick([0, 10_000, 60_000])
        period = chance.pick([2000, 5000, 5000])
        delivery.linger = chance.pick([0, 1000, 60_000])
        delivery.order = chance.pick([.chronological, .liveFirst])
        delivery.inFlight = chance.pick([1, 1, 4, 16])
        delivery.maxRequestsPerSecond = chance.pick([nil, 2, 0.5])
        delivery.maxBackOff = chance.pick([60_000, 300_000, 900_000])
        delivery.spread = chance.pick([0, 0, 300_000])
        limits.maxSize = chance.pick([256 << 20, 256 << 20, 96 << 10])
        limits.maxAge = chance.pick([28 * 86_400_000, 28 * 86_400_000, 600_000] as [Int64])
        limits.keepDelivered = chance.pick([7 * 86_400_000, 120_000] as [Int64])
        choose(chance.pick([0, 1, 2, 3]))
    }

    private mutating func choose(_ rule: Int) {
        switch rule {
        case 0:
            (rules.interval, rules.heartbeat, rules.parked, rules.maxSpeed) = (15_000, nil, false, nil)
            isIntervalOnly = true
        case 1:
            rules.interval = 10_000
        case 2:
            (rules.interval, rules.maxError, rules.heartbeat) = (nil, 10, 120_000)
        default:
            // Every epoch with a position that ascends: much to store and to send.
            (rules.interval, rules.parked, rules.maxSpeed) = (1, false, nil)
        }
    }

    /// The uploader's settings, as they are read from a file.
    static func uploader() throws -> UploaderSettings {
        let overrides = [
            "device.id=box-1", "tracker.name=fleet", "tracker.region=eu-central-1",
            "device.properties=speed course age",
        ]
        let source = SettingsSource(overrides: overrides, defaultFile: "/nonexistent/waypost.conf")
        return try source.load(UploaderSettings.self).settings
    }
}

import Configuration
import Outbox

/// What the Recorder needs of the settings.
struct RecorderSettings: Equatable {
    /// `outbox.path`.
    var path: String
    /// The device id under which fixes are stored.
    var deviceID: String
    /// `outbox.max-size`, `outbox.max-age` and `outbox.keep-delivered`.
    var limits: OutboxLimits
    /// Milliseconds that a kept fix may wait for its commit (`outbox.commit-every`); 0 for none.
    var commitEvery: Int64
    /// `delivery.path`.
    var deliveryPath: String
}

extension RecorderSettings {
    init(_ settings: AgentSettings) {
        path = settings.outbox.path
        deviceID = settings.device.id
        limits = OutboxLimits()
        limits.maxSize = settings.outbox.maxSize
        limits.maxAge = settings.outbox.maxAge
        limits.keepDelivered = settings.outbox.keepDelivered
        commitEvery = settings.outbox.commitEvery
        deliveryPath = settings.deliveryPath
    }

    /// Takes over what may change without a restart.
    mutating func apply(_ next: RecorderSettings) {
        limits = next.limits
        commitEvery = next.commitEvery
    }
}

import Configuration
import Delivery

extension DeliverySettings {
    /// What `[delivery]` says; a drain knows no linger and no spread.
    init(_ section: DeliverySection, isDraining: Bool) {
        self.init()
        linger = section.linger
        order = section.order == .liveFirst ? .liveFirst : .chronological
        inFlight = section.inFlight
        maxRequestsPerSecond = section.maxRequestsPerSecond
        maxBackOff = section.maxBackOff
        spread = section.spread
        if isDraining { self = draining }
    }
}

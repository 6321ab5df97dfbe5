import AmazonLocation
import Configuration

extension TrackerEndpoint {
    /// The endpoint that `[tracker]` asks for. Throws if it must not be used, or is none.
    public init(_ section: TrackerSection) throws(EndpointError) {
        if let url = section.endpoint {
            try self.init(override: url, region: section.region)
        } else {
            try self.init(region: section.region, fips: section.fips, dualStack: section.dualStack)
        }
    }
}

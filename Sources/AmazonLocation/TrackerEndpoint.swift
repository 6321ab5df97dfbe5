import AWSNames

/// Where the tracker operations are served, and how requests to it are signed.
///
/// Hosts follow the endpoint rules of the service model `location`: `tracking.geo.REGION.SUFFIX` for positions,
/// `cp.tracking.geo.REGION.SUFFIX` for trackers.
public struct TrackerEndpoint: Equatable, Sendable {
    /// Which of the service's hosts an operation belongs to.
    public enum Plane: Sendable {
        /// Positions of devices.
        case data
        /// Trackers themselves.
        case control
    }

    /// The region that requests are signed for.
    public let region: String
    private let dataURL: String
    private let controlURL: String

    /// The endpoint of `region`.
    public init(region: String, fips: Bool = false, dualStack: Bool = false) throws(EndpointError) {
        try Self.check(region: region)
        let partition = Partition.of(region: region)
        let suffix = dualStack ? partition.dualStackSuffix : partition.dnsSuffix
        let host = "\(fips ? "geo-fips" : "geo").\(region).\(suffix)"
        self.region = region
        dataURL = "https://tracking.\(host)"
        controlURL = "https://cp.tracking.\(host)"
    }

    /// Exactly `override` for every operation: `https://HOST[:PORT][/PATH]`, or `http://` to a loopback host.
    ///
    /// A host of AWS needs a `region`; anywhere else requests without one are signed for `us-east-1`.
    public init(override: String, region: String? = nil) throws(EndpointError) {
        if let region { try Self.check(region: region) }
        let url = override.hasSuffix("/") ? String(override.dropLast()) : override
        guard let parts = ServiceURL(url), parts.query.isEmpty else {
            throw EndpointError(description: "The endpoint '\(override)' is not a URL like https://HOST[:PORT][/PATH].")
        }
        guard parts.isConfidential else {
            throw EndpointError(
                description: "The endpoint '\(override)' would send positions in clear; "
                    + "use https://, or http:// to a loopback address only.")
        }
        guard region != nil || !parts.isAWS else {
            throw EndpointError(description: "The endpoint '\(override)' is one of AWS: name its region too.")
        }
        self.region = region ?? "us-east-1"
        dataURL = url
        controlURL = url
    }

    /// The URL that paths of `plane` are appended to, without a slash at its end.
    public func url(_ plane: Plane) -> String {
        switch plane {
        case .data: dataURL
        case .control: controlURL
        }
    }

    private static func check(region: String) throws(EndpointError) {
        let isLabel = region.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isLabel, (1...63).contains(region.utf8.count), !region.hasPrefix("-"), !region.hasSuffix("-") else {
            throw EndpointError(description: "'\(region)' is not the name of an AWS region, such as eu-central-1.")
        }
    }
}

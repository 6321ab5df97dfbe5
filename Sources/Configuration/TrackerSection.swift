import AWSNames

/// `[tracker]`: which tracker, and how to reach it. Demands a name, and a region where the endpoint needs one.
public struct TrackerSection: Equatable, Sendable, SettingsGroup {
    /// The tracker's name.
    public var name: String
    /// The region to sign for, and of the endpoint unless that is given. A server that is not AWS's and has no region
    /// set is signed for `us-east-1`.
    public var region: String
    /// Exactly this URL, without a slash at the end; nil to make it from the region.
    public var endpoint: String?
    /// The FIPS endpoint of the region.
    public var fips: Bool
    /// The dual-stack endpoint of the region.
    public var dualStack: Bool
    /// A PEM bundle that is used instead of the system's store.
    public var caFile: String?

    /// Reads `[tracker]`.
    public init(from reader: SettingReader) {
        name = reader.required(SettingTable.trackerName)
        endpoint = reader.value(SettingTable.trackerEndpoint)
        let needsRegion =
            endpoint.map { ServiceURL($0)?.isAWS ?? false } ?? !reader.isFaulty(SettingTable.trackerEndpoint)
        region =
            needsRegion
            ? reader.required(SettingTable.trackerRegion) : reader.value(SettingTable.trackerRegion) ?? "us-east-1"
        fips = reader.value(SettingTable.fips)
        dualStack = reader.value(SettingTable.dualStack)
        caFile = reader.path(SettingTable.caFile)
    }

    /// The service's rule for a resource name: `[-._\w]{1,100}`.
    static let nameKind = SettingKind<String>.text("1 to 100 of A-Z a-z 0-9 - . _") { text in
        (1...100).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0))
            }
    }

    /// Letters, digits and hyphens: a region becomes part of a host name.
    static let regionKind = SettingKind<String>.text("a region such as eu-central-1") { text in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let last = parts.last ?? ""
        return parts.count >= 3 && text.utf8.count <= 40
            && parts.dropLast().allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x61...0x7a).contains($0) } }
            && !last.isEmpty && last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

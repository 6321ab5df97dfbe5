/// What a signing key is good for: one day, one region, one service.
public struct CredentialScope: Equatable, Sendable {
    /// `yyyyMMdd` in UTC.
    public var day: String
    /// Such as `eu-central-1`.
    public var region: String
    /// Signing name, such as `geo`.
    public var service: String

    /// A scope with all its parts.
    public init(day: String, region: String, service: String) {
        self.day = day
        self.region = region
        self.service = service
    }

    /// `day/region/service/aws4_request`.
    public var text: String { "\(day)/\(region)/\(service)/aws4_request" }
}

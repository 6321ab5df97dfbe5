/// A group of AWS regions with DNS names and accounts of their own (botocore, `partitions.json`).
public struct Partition: Equatable, Sendable {
    /// Such as `aws-cn`.
    public let name: String
    /// What the names of its regions begin with.
    let regionPrefixes: [String]
    /// Ending of host names.
    public let dnsSuffix: String
    /// Ending of host names that have IPv4 and IPv6 addresses.
    public let dualStackSuffix: String

    /// The partition of `region`. A region that no partition claims is taken to be a new one of `aws`, as the SDKs do.
    public static func of(region: String) -> Partition {
        all.first { partition in partition.regionPrefixes.contains { region.hasPrefix($0) } } ?? aws
    }

    /// Every ending of a host name of AWS.
    static let suffixes = Set(([aws] + all).flatMap { [$0.dnsSuffix, $0.dualStackSuffix] })

    private static let aws = Partition(
        name: "aws", regionPrefixes: [], dnsSuffix: "amazonaws.com", dualStackSuffix: "api.aws")

    private static let all = [
        Partition(
            name: "aws-cn", regionPrefixes: ["cn-"], dnsSuffix: "amazonaws.com.cn",
            dualStackSuffix: "api.amazonwebservices.com.cn"),
        Partition(
            name: "aws-us-gov", regionPrefixes: ["us-gov-"], dnsSuffix: "amazonaws.com", dualStackSuffix: "api.aws"),
        Partition(
            name: "aws-eusc", regionPrefixes: ["eusc-"], dnsSuffix: "amazonaws.eu",
            dualStackSuffix: "api.amazonwebservices.eu"),
        Partition(
            name: "aws-iso", regionPrefixes: ["us-iso-"], dnsSuffix: "c2s.ic.gov", dualStackSuffix: "api.aws.ic.gov"),
        Partition(
            name: "aws-iso-b", regionPrefixes: ["us-isob-"], dnsSuffix: "sc2s.sgov.gov",
            dualStackSuffix: "api.aws.scloud"),
        Partition(
            name: "aws-iso-e", regionPrefixes: ["eu-isoe-"], dnsSuffix: "cloud.adc-e.uk",
            dualStackSuffix: "api.cloud-aws.adc-e.uk"),
        Partition(
            name: "aws-iso-f", regionPrefixes: ["us-isof-"], dnsSuffix: "csp.hci.ic.gov",
            dualStackSuffix: "api.aws.hci.ic.gov"),
    ]
}

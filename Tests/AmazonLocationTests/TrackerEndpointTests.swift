import AmazonLocation
import Testing

struct TrackerEndpointTests {
    /// What botocore 1.44.8 resolves for `location`; the hosts of us-iso dual-stack come from its `partitions.json`.
    @Test(arguments: [
        ("us-east-1", false, false, "geo.us-east-1.amazonaws.com"),
        ("eu-central-1", true, false, "geo-fips.eu-central-1.amazonaws.com"),
        ("eu-central-1", false, true, "geo.eu-central-1.api.aws"),
        ("eu-central-1", true, true, "geo-fips.eu-central-1.api.aws"),
        ("us-gov-west-1", false, false, "geo.us-gov-west-1.amazonaws.com"),
        ("us-gov-west-1", true, false, "geo-fips.us-gov-west-1.amazonaws.com"),
        ("us-gov-west-1", true, true, "geo-fips.us-gov-west-1.api.aws"),
        ("cn-north-1", false, false, "geo.cn-north-1.amazonaws.com.cn"),
        ("cn-north-1", true, false, "geo-fips.cn-north-1.amazonaws.com.cn"),
        ("cn-north-1", false, true, "geo.cn-north-1.api.amazonwebservices.com.cn"),
        ("eusc-de-east-1", false, false, "geo.eusc-de-east-1.amazonaws.eu"),
        ("eusc-de-east-1", false, true, "geo.eusc-de-east-1.api.amazonwebservices.eu"),
        ("us-iso-east-1", true, false, "geo-fips.us-iso-east-1.c2s.ic.gov"),
        ("us-iso-east-1", false, true, "geo.us-iso-east-1.api.aws.ic.gov"),
        ("us-isob-east-1", false, false, "geo.us-isob-east-1.sc2s.sgov.gov"),
        ("eu-isoe-west-1", false, false, "geo.eu-isoe-west-1.cloud.adc-e.uk"),
        ("us-isof-south-1", false, false, "geo.us-isof-south-1.csp.hci.ic.gov"),
        ("mx-central-1", false, false, "geo.mx-central-1.amazonaws.com"),
        ("xx-made-up-1", false, false, "geo.xx-made-up-1.amazonaws.com"),
    ])
    func hostsFollowTheEndpointRules(_ region: String, _ fips: Bool, _ dualStack: Bool, _ base: String) throws {
        let endpoint = try TrackerEndpoint(region: region, fips: fips, dualStack: dualStack)
        #expect(endpoint.url(.data) == "https://tracking.\(base)")
        #expect(endpoint.url(.control) == "https://cp.tracking.\(base)")
        #expect(endpoint.region == region)
    }

    @Test(arguments: ["", "EU-central-1", "eu central", "evil.example/", "eu-central-1.evil", "-x", "x-", "ü"])
    func whatIsNoRegionIsRefused(_ region: String) {
        #expect(throws: EndpointError.self) { try TrackerEndpoint(region: region) }
    }

    @Test(
        arguments: [
            ("https://tracker.example.org", nil, "https://tracker.example.org", "us-east-1"),
            (
                "https://tracker.example.org:8443/base/", "eu-west-1", "https://tracker.example.org:8443/base",
                "eu-west-1"
            ),
            ("http://127.0.0.1:8080", nil, "http://127.0.0.1:8080", "us-east-1"),
            ("http://127.9.9.9/", nil, "http://127.9.9.9", "us-east-1"),
            ("http://[::1]:8080", nil, "http://[::1]:8080", "us-east-1"),
            ("http://LOCALHOST:1", nil, "http://LOCALHOST:1", "us-east-1"),
            ("https://geo.example.amazonaws.com", "us-east-2", "https://geo.example.amazonaws.com", "us-east-2"),
        ] as [(String, String?, String, String)])
    func anOverrideIsUsedExactly(_ url: String, _ region: String?, _ expected: String, _ signed: String) throws {
        let endpoint = try TrackerEndpoint(override: url, region: region)
        #expect(endpoint.url(.data) == expected)
        #expect(endpoint.url(.control) == expected)
        #expect(endpoint.region == signed)
    }

    @Test(arguments: [
        "http://tracker.example.org", "http://127.0.0.1.example.org", "http://localhost.example.org",
        "http://192.168.1.1", "ftp://localhost", "https://", "tracker.example.org", "https://user@localhost",
        "https://localhost:99999", "https://local host", "https://localhost/?x=1", "https://localhost/#x", "",
        "https://tracking.geo.eu-central-1.amazonaws.com", "https://tracking.geo.cn-north-1.amazonaws.com.cn",
        "http://127.0.0.1@example.org", "http://127.1",
    ])
    func anUnsafeOverrideIsRefused(_ url: String) {
        #expect(throws: EndpointError.self) { try TrackerEndpoint(override: url) }
    }
}

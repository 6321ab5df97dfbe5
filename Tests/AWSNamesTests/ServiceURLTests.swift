import AWSNames
import Testing

struct ServiceURLTests {
    @Test(arguments: [
        ("https://tracker.example.org", "tracker.example.org", "/", ""),
        ("https://Tracker.example.org:443/base", "Tracker.example.org", "/base", ""),
        ("https://tracker.example.org:8443/a%2Fb/?c=d&e", "tracker.example.org:8443", "/a%2Fb/", "c=d&e"),
        ("http://[::1]:80?x", "[::1]", "/", "x"), ("http://[::1]:81", "[::1]:81", "/", ""),
        ("http://127.0.0.1:443/@", "127.0.0.1:443", "/@", ""),
    ])
    func aURLIsSplitAsItIsSigned(_ text: String, _ host: String, _ path: String, _ query: String) {
        let url = ServiceURL(text)
        #expect(url?.host == host)
        #expect(url?.path == path)
        #expect(url?.query == query)
    }

    @Test(arguments: [
        "", "tracker.example.org", "ftp://localhost", "https://", "https:///path", "https://:8080", "https://a@b",
        "https://a:0", "https://a:65536", "https://a:b", "https://a:", "https://[::1", "https://a/#b", "https://a b",
        "https://a/\"", "https://a/\\", "https://ü.example", "https://a/\n", "HTTPS://a",
    ])
    func whatIsNoURLOfAServiceIsRefused(_ text: String) {
        #expect(ServiceURL(text) == nil)
    }

    @Test(arguments: [
        ("http://localhost:1", true), ("http://LOCALHOST", true), ("http://127.9.9.9/", true), ("http://[::1]", true),
        ("https://anything.example", true), ("http://anything.example", false), ("http://127.0.0.1.example", false),
        ("http://localhost.example", false), ("http://127.1", false), ("http://192.168.1.1", false),
        ("http://[::2]", false),
    ])
    func clearTextStaysWithinTheMachine(_ text: String, _ isConfidential: Bool) {
        #expect(ServiceURL(text)?.isConfidential == isConfidential)
    }

    @Test(arguments: [
        ("https://tracking.geo.eu-central-1.amazonaws.com", true), ("https://geo.us-east-1.api.aws/x", true),
        ("https://geo.cn-north-1.amazonaws.com.cn", true), ("https://geo.eusc-de-east-1.amazonaws.eu", true),
        ("https://geo.us-iso-east-1.c2s.ic.gov", true), ("https://AMAZONAWS.COM.example", false),
        ("https://notamazonaws.com", false), ("http://127.0.0.1:8080", false),
    ])
    func hostsOfEveryPartitionAreAWS(_ text: String, _ isAWS: Bool) {
        #expect(ServiceURL(text)?.isAWS == isAWS)
    }
}

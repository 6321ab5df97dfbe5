import Testing
import Transport

struct HTTPRequestTests {
    @Test(arguments: [
        ("https://tracking.geo.eu-central-1.amazonaws.com/x?y=/#z", "tracking.geo.eu-central-1.amazonaws.com"),
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://[::1]:1/", "[::1]:1"),
        ("https://user:secret@host/", "host"), ("https://host?x=a/b", "host"), ("nonsense", "nonsense"),
    ])
    func theHostIsThatOfTheURLWithoutUser(_ url: String, _ host: String) {
        #expect(HTTPRequest(method: "GET", url: url).host == host)
    }
}

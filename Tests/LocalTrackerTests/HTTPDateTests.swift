import Positioning
import Testing

@testable import LocalTracker

struct HTTPDateTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (1_798_675_199, "Wed, 30 Dec 2026 23:59:59 GMT"),
    ])
    func theWeekdayIsRightBeforeAndAfter1970(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(UTCTime(seconds: seconds)) == text)
    }
}

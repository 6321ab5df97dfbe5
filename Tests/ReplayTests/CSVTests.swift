import Positioning
import Testing

@testable import Replay

@Suite struct CSVTests {
    @Test("the columns of the contract, with and without a header, in any order, with empty cells")
    func columns() throws {
        let expected = try recording(
            of: "time_ms,latitude,longitude,accuracy,speed,course\n1000,47.5,-8.5,4,13.5,270\n")
        #expect(try recording(of: "1000,47.5,-8.5,4,13.5,270") == expected)
        #expect(
            try recording(
                of:
                    "\u{FEFF}speed,\"course\",time_ms,name,longitude,latitude,accuracy\r\n13.5,270,1000,x,-8.5,47.5,4\r\n"
            )
                == expected)
        let fix = try #require(expected.fixes.first)
        #expect(fix.sampleTime == UTCTime(milliseconds: 1000))
        #expect(fix.coordinate == Coordinate(latitude: 47.5, longitude: -8.5))
        #expect((fix.horizontalAccuracy, fix.speed, fix.course) == (4, 13.5, 270))
        let bare = try recording(of: "# a comment\n1000,47.5,-8.5\n\n2000,47.5,-8.5,,,\n3000,,\n")
        #expect(bare.fixes.count == 3)
        #expect(bare.fixes[1].horizontalAccuracy == nil)
        #expect(bare.fixes[2].mode == .none)
    }

    @Test(
        "a line that is wrong is named with its number and what is wrong",
        arguments: [
            ("1000,47.5,8.5\n2000,47.5\n", "drive:2: the line ends before longitude"),
            ("1000,47.5,8.5\n2000,x,8.5\n", "drive:2: latitude is \"x\", which is no number"),
            (
                "time_ms,latitude,longitude\n\n1.5,47,8\n",
                "drive:3: time_ms is \"1.5\"; it should be whole milliseconds since 1970, UTC"
            ),
            ("1000,47.5,8.5,nan\n", "drive:1: accuracy is \"nan\", which is no number"),
            ("1,1,1\n,47.5,8.5\n", "drive:2: time_ms is empty"),
        ])
    func faults(text: String, message: String) {
        #expect(failure(of: text) == message)
    }

    @Test("a long value is cut in the message, and what is not printable is not printed")
    func longValue() {
        let cut = "?" + String(repeating: "9x", count: 19) + "9..."
        #expect(
            failure(of: "1,1,1\n1,\u{7}" + String(repeating: "9x", count: 40) + ",1\n")
                == "drive:2: latitude is \"" + cut + "\", which is no number")
    }

    @Test("a file of another kind, an empty one, and one without a fix are said to be so")
    func otherFiles() {
        #expect(failure(of: "hello\nworld\n")?.contains("no recording that waypost knows") == true)
        #expect(failure(of: "$x\n!,,,\n$GPRM\n")?.contains("no recording that waypost knows") == true)
        #expect(failure(of: "")?.contains("no recording that waypost knows") == true)
        #expect(failure(of: "time_ms,latitude,longitude\n")?.contains("holds no fix that can be replayed") == true)
        #expect(throws: ReplayError.cannotRead(path: "/nonexistent", reason: "No such file or directory")) {
            try RecordingFile(path: "/nonexistent")
        }
    }
}

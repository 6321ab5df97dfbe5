import Foundation
import Testing

@testable import Receiver

@Suite struct ReadMembersTests {
    private func copy(_ report: String, devices: DevicePaths = DevicePaths()) -> (text: String, device: Int?) {
        let bytes = Array(report.utf8)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { room.deallocate() }
        return bytes.withUnsafeBytes { bytes in
            guard let base = room.baseAddress else { return ("", nil) }
            let members = ReadMembers(of: bytes, to: base, devices: devices)
            return (String(decoding: room[..<members.length], as: UTF8.self), members.device)
        }
    }

    @Test(arguments: [
        (#"{"class":"TPV","mode":3,"alt":12.5,"lat":1.5}"#, #"{"class":"TPV","mode":3,"lat":1.5}"#),
        (#"{"class":"TPV","lat":1.5,"sep":-3.0e+1,"epc":4"#, #"{"class":"TPV","lat":1.5"#),
        (#"{"class":"TPV","epv":1,"epc":2,"eps":3}"#, #"{"class":"TPV"}"#),
        (#"{"class":"TPV","eph":1,"epx":2,"epy":3,"altMSL":4,"lon":5,"speed":6,"track":7,"climb":8}"#, ""),
        (#"{"class":"TPV","device":"/dev/x,","time":"2026-12-01T08:15:30.000Z","status":}"#, ""),
        (#"{"class":"TPV","device":"a,\"alt\":5,\"b"}"#, ""),
        (#"{"class":"TPV","alt":1.5x,"magvar":nan,"sep":"1","eps":null,"epd":,"x":[1]}"#, ""),
        (#"{"class":"TPV","alt":1.5 ,"epv" :2,"sep": 3,"#, ""),
        (#"{"class":"TPV","alt"#, ""), (#"{"class":"TPV",""#, ""), (#"{"class":"TPV","#, ""), ("", ""),
        (#"{"class":"TPV","alt":"#, ""),
    ])
    func onlyWholeNumbersThatNobodyReadsGo(report: String, left: String) {
        #expect(copy(report).text == (left.isEmpty ? report : left))
    }

    @Test func aKnownDeviceIsNamedByItsIndex() {
        var devices = DevicePaths()
        for path in ["/dev/a", "/dev/b"] { Array(path.utf8).withUnsafeBytes { _ = devices.add($0) } }
        func copy(_ members: String) -> (text: String, device: Int?) {
            self.copy(#"{"class":"TPV","# + members, devices: devices)
        }
        #expect(copy(#""device":"/dev/b","mode":3,"alt":5}"#) == (#"{"class":"TPV","mode":3}"#, 1))
        for other in [
            #""device":"/dev/","mode":3}"#, #""device":"/dev/bb"}"#, #""mode":3,"device":"/dev/b"}"#,
            #""device":"/dev/b","mode":[3]}"#, #""device":"\/dev/b"}"#, #""devices":"/dev/b"}"#,
        ] {
            #expect(copy(other) == (#"{"class":"TPV","# + other, nil))
        }
        #expect(copy(#""device":"/dev/b","device":"/dev/a"}"#) == (#"{"class":"TPV","device":"/dev/a"}"#, nil))
    }

    /// Reports as gpsd writes them: 3.22 of NMEA, 3.25 of a u-blox.
    @Test(arguments: [
        #"{"class":"TPV","device":"tcp://127.0.0.1:34825","mode":3,"time":"2026-11-30T15:41:35.000Z","ept":0.005,"#
            + #""lat":47.377178315,"lon":8.541937290,"altHAE":455.0000,"altMSL":408.0000,"alt":408.0000,"epv":29.900,"#
            + #""track":30.0000,"magtrack":32.5726,"magvar":2.6,"speed":13.250,"climb":0.000,"epc":598.00,"#
            + #""geoidSep":47.000,"eph":17.100,"sep":30.400}"#,
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-30T15:41:35.000Z","leapseconds":18,"#
            + #""ept":0.005,"lat":47.377178300,"lon":8.541937200,"altHAE":455.0200,"altMSL":408.0000,"alt":408.0000,"#
            + #""epx":3.213,"epy":4.010,"epv":9.890,"track":30.0000,"magtrack":32.5726,"magvar":2.6,"speed":0.025,"#
            + #""climb":-0.020,"eps":0.67,"epc":19.78,"ecefx":4277450.65,"ecefy":642519.94,"ecefz":4670433.57,"#
            + #""ecefvx":0.01,"ecefvy":0.02,"ecefvz":-0.01,"ecefpAcc":2.88,"ecefvAcc":0.67,"velN":0.020,"velE":0.010,"#
            + #""velD":0.020,"geoidSep":47.020,"eph":2.420,"sep":9.890}"#,
    ])
    func whatIsReadOfARealReportStays(report: String) throws {
        func members(_ text: String) throws -> [String: AnyHashable] {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
            return try #require(object as? [String: AnyHashable])
        }
        let read: Set = [
            "class", "device", "time", "mode", "lat", "lon", "altMSL", "speed", "track", "climb", "eph", "epx", "epy",
        ]
        #expect(try members(copy(report).text) == members(report).filter { read.contains($0.key) })
    }
}

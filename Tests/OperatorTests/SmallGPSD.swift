import Foundation
import TestSupport

/// Talks like gpsd to one client until it hangs up: a greeting, then the same report five times a second, its time
/// going on.
final class SmallGPSD {
    private let listener = LoopbackSocket()
    var port: UInt16 { listener.port }

    /// `report` makes the report for the moment that it is given; nil for a gpsd without a receiver.
    init(_ report: (@Sendable (Date) -> String)?) {
        Thread.detachNewThread { [listener] in
            guard let client = listener.accept(within: -1) else { return }
            let devices =
                report == nil ? "" : #"{"class":"DEVICE","path":"/dev/ttyS0","activated":"2026-11-30T06:00:00Z"}"#
            var text =
                #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\r\n"
                + #"{"class":"DEVICES","devices":["# + devices + "]}\r\n"
            repeat {
                client.send(text)
                text = report.map { $0(Date()) + "\r\n" } ?? "\r\n"
            } while client.received(within: 200) != nil
        }
    }

    deinit {
        listener.shutDown()
    }

    /// A receiver that has a fix.
    static func withFix() -> SmallGPSD {
        SmallGPSD { date in
            #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"time":"\#(time(date))","ept":0.005,"lat":47.37,"#
                + #""lon":8.54,"alt":400.0,"epx":3.0,"epy":4.0,"eph":5.0,"speed":0.0,"track":0.0}"#
        }
    }

    /// A moment as gpsd writes it.
    static func time(_ date: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: date)
    }
}

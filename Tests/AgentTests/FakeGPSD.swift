import TestSupport

/// The smallest gpsd that the agent talks to: says what a test tells it to, when it tells it to.
final class FakeGPSD {
    private let listener = LoopbackSocket()
    private var client: LoopbackConnection?
    var port: UInt16 { listener.port }

    /// Waits for the agent and greets it.
    func accept() {
        client = listener.accept()
        say(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
    }

    /// Says one line.
    func say(_ line: String) {
        client?.send(line + "\r\n")
    }

    /// Says a fix of `time` (ISO 8601) at `latitude`.
    func sayFix(_ time: String, latitude: Double) {
        say(
            #"{"class":"TPV","device":"/dev/gps0","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":8.5,"#
                + #""eph":4.0,"speed":10.0,"track":0.0}"#)
    }

    /// Closes the connection.
    func hangUp() {
        client = nil
    }
}

import Foundation

/// The smallest gpsd that the agent talks to: says what a test tells it to, when it tells it to.
final class FakeGPSD {
    let port: UInt16
    private let listener: Int32
    private var client: Int32 = -1

    init() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = bind(listener, raw, length)
                _ = listen(listener, 4)
                _ = getsockname(listener, raw, &length)
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        hangUp()
        close(listener)
    }

    /// Waits for the agent and greets it.
    func accept() {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 20_000) == 1 else { return }
        client = Foundation.accept(listener, nil, nil)
        say(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
    }

    /// Says one line.
    func say(_ line: String) {
        _ = (line + "\r\n").withCString { write(client, $0, strlen($0)) }
    }

    /// Says a fix of `time` (ISO 8601) at `latitude`.
    func sayFix(_ time: String, latitude: Double) {
        say(
            #"{"class":"TPV","device":"/dev/gps0","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":8.5,"#
                + #""eph":4.0,"speed":10.0,"track":0.0}"#)
    }

    /// Closes the connection.
    func hangUp() {
        if client >= 0 { close(client) }
        client = -1
    }
}

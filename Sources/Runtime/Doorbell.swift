import Glibc

/// Tells another daemon that there is something new, and does not care whether it heard.
///
/// No doorbell, no loss: the other side also looks on its own timer.
public final class Doorbell {
    private let socket: DatagramSocket
    private let address: UnixAddress

    /// Rings at the control socket `path`, which need not be there yet.
    public init(path: String) throws(RuntimeError) {
        address = try UnixAddress(path: path)
        socket = try DatagramSocket()
    }

    /// Sends the line `doorbell`. Never waits, never fails.
    public func ring() {
        socket.send("doorbell", to: address)
    }
}

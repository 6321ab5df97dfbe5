import Positioning

/// Where a Receiver has its reports from: a conversation with gpsd, or, in a simulation, a model of one.
protocol ReportSource: AnyObject {
    /// The socket to poll; nil while there is none.
    var descriptor: Int32? { get }
    /// True while poll(2) is to wait for room to write.
    var wantsWrite: Bool { get }
    /// When `serve` is to be called though the socket is not ready; nil once stopped.
    var deadline: BootTime? { get }

    /// gpsd's path of a device that a report names by index.
    func path(ofDevice device: Int) -> String
    /// Does what can be done now.
    func serve(readable: Bool, writable: Bool, now: BootTime, handle: (GPSDSession.Event) -> Void)
    /// Ends for good.
    func stop()
}

extension GPSDSession: ReportSource {}

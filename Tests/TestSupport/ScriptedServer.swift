import Foundation

/// A TCP server on a free loopback port that does with each connection what a test says, so that it can also answer
/// as no real server would.
public final class ScriptedServer: Sendable {
    private let listener = LoopbackSocket()

    /// The port that it listens on.
    public var port: UInt16 { listener.port }

    /// Starts to listen; `script` runs for each connection in a thread of its own, and the connection ends with it.
    public init(_ script: @escaping @Sendable (LoopbackConnection) -> Void) {
        Thread.detachNewThread { [listener] in
            while let descriptor = listener.acceptDescriptor(within: -1) {
                Thread.detachNewThread { script(LoopbackConnection(descriptor)) }
            }
        }
    }

    deinit {
        listener.shutDown()
    }
}

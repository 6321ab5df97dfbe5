import Glibc

/// Why there is no connection to gpsd. The description is a sentence for the operator.
public enum ReceiverError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the host could not be resolved; the resolver's words.
    case unknownHost(gpsd: String, reason: String)
    /// The resolver did not answer in time.
    case lookupTimedOut(gpsd: String)
    /// The connection was refused, unreachable, ...; the errno.
    case cannotConnect(gpsd: String, errno: Int32)
    /// No answer to the attempt to connect.
    case connectTimedOut(gpsd: String)
    /// Connected, but gpsd did not say who it is: stopped, hung, or not gpsd.
    case noGreeting(gpsd: String)
    /// gpsd closed the connection: it ended, was restarted, or found us too slow.
    case closed(gpsd: String)
    /// The connection broke; the errno.
    case broken(gpsd: String, errno: Int32)
    /// No message for `receiver.silence`.
    case silent(gpsd: String, milliseconds: Int64)
    /// Closed here, because where gpsd is or what it is asked for has changed.
    case newSettings

    /// What happened, to what, and what to do.
    public var description: String {
        switch self {
        case .unknownHost(let gpsd, let reason):
            "The host of gpsd at \(gpsd) cannot be resolved (\(reason)); check receiver.host and the name service."
        case .lookupTimedOut(let gpsd):
            "The name service does not answer for gpsd at \(gpsd); a numeric receiver.host needs none."
        case .cannotConnect(let gpsd, ECONNREFUSED):
            "gpsd at \(gpsd) refused the connection; is gpsd.socket running?"
        case .cannotConnect(let gpsd, let code):
            "gpsd at \(gpsd) cannot be reached: \(systemMessage(code)); check receiver.host and receiver.port."
        case .connectTimedOut(let gpsd):
            "gpsd at \(gpsd) does not answer; check receiver.host, receiver.port and the network between."
        case .noGreeting(let gpsd):
            "Something at \(gpsd) accepted the connection but does not talk as gpsd does; is gpsd stopped or hung?"
        case .closed(let gpsd):
            "gpsd at \(gpsd) closed the connection; it may be restarting."
        case .broken(let gpsd, let code):
            "The connection to gpsd at \(gpsd) broke: \(systemMessage(code)); it is made anew."
        case .silent(let gpsd, let milliseconds):
            "gpsd at \(gpsd) has said nothing for \(milliseconds / 1000) s; is the receiver connected and powered?"
        case .newSettings:
            "The settings of the receiver changed; gpsd is connected anew."
        }
    }
}

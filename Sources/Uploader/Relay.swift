/// Hands the lines of a control socket on to whoever comes into being after it.
final class Relay {
    var handler: ((String) -> String?)?
}

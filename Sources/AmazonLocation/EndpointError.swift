/// Why no endpoint can be made of the settings.
public struct EndpointError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence that says what is wrong and what would be accepted.
    public var description: String
}

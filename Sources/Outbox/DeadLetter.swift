import Positioning

/// A fix that the tracker refused for good, with the tracker's own words.
public struct DeadLetter: Equatable, Sendable {
    /// Its number in `delivery.db`, for `waypost dead-letters`; 0 before it is stored.
    public var number: Int64
    /// The refused fix, with its id in `generation`.
    public var fix: StoredFix
    /// The life of the outbox that the fix's id belongs to.
    public var generation: Generation
    /// The service's error code, such as `ValidationError`.
    public var code: String
    /// The service's own words.
    public var message: String
    /// When it was refused, as far as the uploader knew the time.
    public var refused: UTCTime?

    /// A dead letter that is not stored yet.
    public init(fix: StoredFix, generation: Generation, code: String, message: String, refused: UTCTime?) {
        self.number = 0
        self.fix = fix
        self.generation = generation
        self.code = code
        self.message = message
        self.refused = refused
    }
}

import JSON

/// What a tracker is set up to do.
public struct TrackerDescription: Equatable, Sendable {
    /// The tracker's name.
    public var name: String
    /// The tracker's ARN.
    public var arn: String
    /// What the service throws away of what it receives; nil if it does not say.
    public var positionFiltering: PositionFiltering?

    /// Nil if a required member is missing or of the wrong kind.
    init?(_ json: JSONValue) {
        guard let name = json["TrackerName"]?.string, let arn = json["TrackerArn"]?.string else { return nil }
        self.name = name
        self.arn = arn
        positionFiltering = (json["PositionFiltering"]?.string).map { PositionFiltering($0.spoken) }
    }
}

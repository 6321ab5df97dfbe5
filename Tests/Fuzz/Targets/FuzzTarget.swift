/// One kind of input that somebody else writes, and what holds whatever stands in it.
struct FuzzTarget: Sendable {
    /// Names its folder in `corpus`, and the program that tries it: `fuzz-NAME`.
    let name: String
    /// Feeds any bytes to the code under test; throws the rule that they break. A crash breaks one too.
    let check: @Sendable ([UInt8]) throws(Violation) -> Void

    /// All of them.
    static let all = [gpsd, settings, answer, head, request, profile, recording, local]

    /// What gpsd sends, in pieces of any size.
    static let gpsd = FuzzTarget(name: "gpsd", check: GPSDStream.check)
    /// Settings files, and the same lines as `--set`.
    static let settings = FuzzTarget(name: "settings", check: SettingsFile.check)
    /// JSON that services and credential processes answer with.
    static let answer = FuzzTarget(name: "answer", check: ServiceBody.check)
    /// The header lines of an answer.
    static let head = FuzzTarget(name: "head", check: ServiceHead.check)
    /// Requests to waypost-tracker.
    static let request = FuzzTarget(name: "request", check: TrackerRequest.check)
    /// Credentials files, the file of a Cognito identity, the command line of a credential process.
    static let profile = FuzzTarget(name: "profile", check: ProfileText.check)
    /// Recorded drives: CSV, GPX, gpsd JSON lines, NMEA.
    static let recording = FuzzTarget(name: "recording", check: RecordedDrive.check)
    /// What other processes of this machine say: control requests, state files, fault plans.
    static let local = FuzzTarget(name: "local", check: LocalText.check)
}

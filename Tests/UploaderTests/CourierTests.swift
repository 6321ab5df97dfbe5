import AmazonLocation
import Configuration
import Positioning
import Runtime
import Testing
import Transport

@testable import Delivery
@testable import Uploader

@Suite struct CourierTests {
    /// Credentials that never come, as over a network that is down.
    private final class Silent: CredentialProvider {
        func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {}
    }

    private final class Refusing: CredentialProvider {
        func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
            completion(.failure(.credentials("No key is set.")))
        }
    }

    /// An attempt without an answer would take its place in flight for ever, and nothing would be sent any more.
    @Test func anAttemptThatWaitsForCredentialsOutlivesAReload() throws {
        let overrides = [
            "device.id=box-1", "tracker.name=fleet", "tracker.endpoint=http://127.0.0.1:9",
        ]
        let source = SettingsSource(overrides: overrides, defaultFile: "/nonexistent/waypost.conf")
        let target = try Target(try source.load(UploaderSettings.self).settings)
        let clock = SigningClock(clock: SystemClock(), agentState: "/nonexistent/state.json")
        let courier = Courier(client: try HTTPClient(), clock: clock, target: target, credentials: Silent())
        let attempt = DeliveryAttempt(
            number: 1, fixes: [], previous: nil, refreshCredentials: false, correctClock: false)
        var results: [AttemptResult] = []
        courier.send(attempt) { results.append($0) }
        #expect(results.isEmpty)
        courier.reconfigure(target, credentials: Refusing())
        let refusal = AttemptResult(.failure(.credentials("No key is set.")), stage: .credentials)
        #expect(results == [refusal])
        courier.reconfigure(target, credentials: Refusing())
        #expect(results == [refusal])
    }
}

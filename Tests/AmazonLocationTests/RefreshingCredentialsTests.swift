import AmazonLocation
import Positioning
import Signing
import Testing
import Transport

struct RefreshingCredentialsTests {
    /// Answers when the test says so.
    final class Origin: CredentialProvider {
        var asked = 0
        var pending: ((Result<Credentials, CallFailure>) -> Void)?

        func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
            asked += 1
            pending = completion
        }

        func answer(_ id: String, lifetime: Int64?) {
            let keys = SigningCredentials(accessKeyID: id, secretAccessKey: "s")
            pending?(.success(Credentials(keys: keys, lifetime: lifetime, source: "test")))
        }

        func fail() {
            pending?(.failure(.transport(TransportFailure(.resolve, "offline"))))
        }
    }

    let origin = Origin()
    let hour: Int64 = 3_600_000

    private func refreshing(random: Double = 0) -> RefreshingCredentials {
        RefreshingCredentials(origin) { random }
    }

    /// The key handed out at once at `boot` ms; nil if the origin had to be asked or failed.
    private func key(_ provider: RefreshingCredentials, at boot: Int64) -> String? {
        var key: String?
        provider.provide(
            at: ClockReading(boot: BootTime(milliseconds: boot), utc: UTCTime(milliseconds: 0))
        ) { key = $0.keyID }
        return key
    }

    @Test func credentialsAreKeptUntilFiveMinutesBeforeTheirEnd() {
        let provider = refreshing()
        #expect(key(provider, at: 0) == nil)
        origin.answer("A", lifetime: hour)
        #expect(key(provider, at: hour - 300_001) == "A")
        #expect(origin.asked == 1)
        #expect(key(provider, at: hour - 300_000) == nil)
        origin.answer("B", lifetime: hour)
        #expect(key(provider, at: hour) == "B")
        #expect(origin.asked == 2)
    }

    @Test func aFleetDoesNotAskTogether() {
        let provider = refreshing(random: 0.999)
        _ = key(provider, at: 0)
        origin.answer("A", lifetime: hour)
        #expect(key(provider, at: hour - 359_941) == "A")
        #expect(key(provider, at: hour - 359_939) == nil)
    }

    @Test func shortLivedOnesAreUsedForHalfTheirLife() {
        let provider = refreshing()
        _ = key(provider, at: 0)
        origin.answer("A", lifetime: 60_000)
        #expect(key(provider, at: 29_999) == "A")
        #expect(key(provider, at: 30_000) == nil)
    }

    @Test func onlyOneQuestionIsUnderWay() {
        let provider = refreshing()
        var answers: [String?] = []
        for _ in 0..<3 {
            provider.provide(at: ClockReading(boot: BootTime(milliseconds: 0), utc: UTCTime(seconds: 0))) {
                answers.append($0.keyID)
            }
        }
        #expect(origin.asked == 1)
        origin.answer("A", lifetime: nil)
        #expect(answers == ["A", "A", "A"])
        #expect(key(provider, at: .max / 2) == "A")
    }

    @Test func aFailureDoesNoHarmWhileTheOldOnesAreGood() {
        let provider = refreshing()
        _ = key(provider, at: 0)
        origin.answer("A", lifetime: hour)
        var late: String?
        provider.provide(at: ClockReading(boot: BootTime(milliseconds: hour - 200_000), utc: UTCTime(seconds: 0))) {
            late = $0.keyID
        }
        origin.fail()
        #expect(late == "A")
        #expect(key(provider, at: hour - 170_001) == "A")
        #expect(origin.asked == 2)
        #expect(key(provider, at: hour - 170_000) == nil)
        #expect(origin.asked == 3)
        origin.fail()
        #expect(key(provider, at: hour) == nil)
        origin.fail()
        #expect(key(provider, at: hour) == nil)
        #expect(origin.asked == 5)
    }

    @Test func anOfflineBootFailsAndIsNotRemembered() {
        let provider = refreshing()
        var failure: String?
        provider.provide(at: ClockReading(boot: BootTime(milliseconds: 0), utc: UTCTime(seconds: 0))) { result in
            if case .failure(let error) = result { failure = error.description }
        }
        origin.fail()
        #expect(failure == "offline")
        #expect(key(provider, at: 1) == nil)
        origin.answer("A", lifetime: hour)
        #expect(key(provider, at: 2) == "A")
    }

    @Test func refusedOnesAreNotHandedOutAgain() throws {
        let provider = refreshing()
        _ = key(provider, at: 0)
        origin.answer("A", lifetime: hour)
        let other = Credentials(keys: SigningCredentials(accessKeyID: "X", secretAccessKey: "s"), source: "test")
        provider.discard(other)
        #expect(key(provider, at: 1) == "A")
        let own = Credentials(keys: SigningCredentials(accessKeyID: "A", secretAccessKey: "s"), source: "test")
        provider.discard(own)
        #expect(key(provider, at: 2) == nil)
        #expect(origin.asked == 2)
    }
}

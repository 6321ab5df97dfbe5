/// No credentials at all, and why: a daemon goes on recording and says so.
final class MissingCredentials: CredentialProvider {
    private let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        completion(.failure(.credentials(sentence)))
    }
}

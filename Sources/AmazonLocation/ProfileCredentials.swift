import Positioning
import Signing
import Transport

/// Credentials of a profile in a shared credentials file: keys, or a `credential_process` that prints them.
///
/// The file is read again whenever it has changed, unless a process of it is being waited for. It must belong to its
/// owner alone; the group may read it, because that is how files in systemd's credentials directory look.
public final class ProfileCredentials: CredentialProvider {
    private let path: String
    private let profile: String
    private var read: (stamp: SmallFile.Stamp, result: Result<Source, CallFailure>)?

    private enum Source {
        case keys(SigningCredentials)
        case process(RefreshingCredentials, command: String)
    }

    /// The profile called `profile` in the file at `path`.
    public init(path: String, profile: String) {
        self.path = path
        self.profile = profile
    }

    /// True if the file is there.
    public var isConfigured: Bool { SmallFile.stamp(of: path) != nil }

    /// Answers at once unless the profile names a `credential_process`.
    public func provide(at now: ClockReading, completion: @escaping (Result<Credentials, CallFailure>) -> Void) {
        switch source() {
        case .failure(let failure): completion(.failure(failure))
        case .success(.keys(let keys)): completion(.success(Credentials(keys: keys, source: description)))
        case .success(.process(let process, _)): process.provide(at: now, completion: completion)
        }
    }

    /// The next ones are read from the file, or asked of the process, again.
    public func discard(_ credentials: Credentials) {
        if let process { process.discard(credentials) } else { read = nil }
    }

    /// Those of the process.
    public var sockets: [PolledSocket] { process?.sockets ?? [] }

    /// That of the process.
    public var deadline: BootTime? { process?.deadline }

    /// Serves the process.
    public func serve(ready: [PolledSocket], now: ClockReading) {
        process?.serve(ready: ready, now: now)
    }

    private var process: RefreshingCredentials? {
        if case .success(.process(let process, _)) = read?.result { process } else { nil }
    }

    /// The `credential_process` that the profile names and `provide` would run; nil if it names none, or has keys.
    public var command: String? {
        if case .success(.process(_, let command)) = source() { command } else { nil }
    }

    private var description: String { "the profile '\(profile)' of \(path)" }

    private func source() -> Result<Source, CallFailure> {
        // Whoever waits for the process would never hear of it again if another took its place.
        if let read, process?.isAsked == true || SmallFile.stamp(of: path) == read.stamp { return read.result }
        do throws(CallFailure) {
            let file = try SmallFile(path: path)
            let result = interpret(file)
            read = (file.stamp, result)
            return result
        } catch {
            read = nil
            return .failure(error)
        }
    }

    private func interpret(_ file: SmallFile) -> Result<Source, CallFailure> {
        guard file.mode & 0o037 == 0 else {
            let mode = String(file.mode, radix: 8)
            return fail(
                "The file \(path) with secret keys has mode 0\(mode), so others can get at it; chmod 600 \(path).")
        }
        guard let settings = ProfileFile(file.text).settings(of: profile) else {
            return fail("The file \(path) has no profile '\(profile)'; add [\(profile)] or set credentials.profile.")
        }
        if let id = settings["aws_access_key_id"], let secret = settings["aws_secret_access_key"] {
            let token = settings["aws_session_token"].flatMap { $0.isEmpty ? nil : $0 }
            return .success(.keys(SigningCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)))
        }
        if let command = settings["credential_process"] {
            return .success(.process(RefreshingCredentials(ProcessCredentials(command: command)), command: command))
        }
        let unsupported = ["role_arn", "sso_session", "sso_start_url", "web_identity_token_file", "source_profile"]
        if let setting = unsupported.first(where: { settings[$0] != nil }) {
            return fail(
                "\(description) uses \(setting), which waypost does not do itself; give it a credential_process, such "
                    + "as 'aws configure export-credentials --profile \(profile) --format process' "
                    + "(waypost.conf(5), credentials.command, says what it may do in the service).")
        }
        return fail("\(description) has no aws_access_key_id with aws_secret_access_key, and no credential_process.")
    }

    private func fail(_ sentence: String) -> Result<Source, CallFailure> {
        .failure(.credentials(sentence.prefix(1).uppercased() + sentence.dropFirst()))
    }
}

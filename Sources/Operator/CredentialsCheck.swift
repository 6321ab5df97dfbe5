import AmazonLocation
import Configuration
import Runtime
import Transport
import Uploader

/// Are there credentials, and are their files closed to others?
struct CredentialsCheck {
    /// What to do where there are none.
    static let advice = "man waypost.conf, CREDENTIALS; the account: /usr/share/doc/waypost/examples/aws"

    /// What there is to say.
    let findings: [Finding]
    /// There are credentials, or they can be fetched: the tracker may be asked.
    let areUsable: Bool

    init(_ credentials: CredentialsSection, _ invocation: Invocation) {
        let files = [credentials.file, credentials.certificate, credentials.key].compactMap { $0 }
        let answer = Self.answer(credentials, invocation)
        findings = files.compactMap(Self.file) + [Self.finding(answer, credentials)]
        if case .failure = answer { areUsable = false } else { areUsable = true }
    }

    /// What the source says at once; nil if it has to ask over the network.
    private static func answer(
        _ credentials: CredentialsSection, _ invocation: Invocation
    ) -> Result<Credentials, CallFailure>? {
        guard let client = try? HTTPClient() else { return nil }
        let provider = CredentialChoice.provider(
            credentials, fips: false, identityFile: nil, client: client, options: RequestOptions.init,
            variable: invocation.variable)
        let now = ClockReading(boot: invocation.clock.bootTime, utc: invocation.clock.civilTime)
        var answer: Result<Credentials, CallFailure>?
        provider.provide(at: now) { answer = $0 }
        return answer
    }

    private static func finding(
        _ answer: Result<Credentials, CallFailure>?, _ credentials: CredentialsSection
    ) -> Finding {
        switch answer {
        case .success(let found):
            return Finding("credentials", .ok, "from \(found.source)")
        case .failure(let failure):
            if let closed = credentials.closedFile {
                return Finding("credentials", .note, "you may not read \(closed)", advice: "sudo waypost check")
            }
            return Finding("credentials", .failure, "\(failure)", advice: advice)
        case nil:
            return Finding("credentials", .note, "they are fetched over the network: waypost check --online")
        }
    }

    /// Nil if there is nothing to say about it.
    private static func file(_ path: String) -> Finding? {
        // systemd lets the user of its unit in by an access list, whose mask looks like a permission of the group.
        guard !path.hasPrefix("/run/credentials/"), let facts = try? FileFacts(path) else { return nil }
        guard facts.mode & 0o077 != 0 else { return nil }
        return Finding(
            "credentials", .failure, "others than \(facts.owner) may read \(path)", advice: "chmod 600 \(path)")
    }
}

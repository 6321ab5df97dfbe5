import AmazonLocation
import Configuration
import Runtime
import Transport
import Uploader

/// Are there credentials, and are their files closed to others?
enum CredentialsCheck {
    static func findings(_ credentials: CredentialsSection, _ invocation: Invocation) -> [Finding] {
        let files = [credentials.file, credentials.certificate, credentials.key].compactMap { $0 }
        var findings = files.compactMap(file)
        guard let client = try? HTTPClient() else { return findings }
        let provider = CredentialChoice.provider(
            credentials, fips: false, identityFile: nil, client: client, options: RequestOptions.init,
            variable: invocation.variable)
        let now = ClockReading(boot: invocation.clock.bootTime, utc: invocation.clock.civilTime)
        var answer: Result<Credentials, CallFailure>?
        provider.provide(at: now) { answer = $0 }
        switch answer {
        case .success(let found):
            findings.append(Finding("credentials", .ok, "from \(found.source)"))
        case .failure(let failure):
            findings.append(
                Finding(
                    "credentials", .failure, "\(failure)",
                    advice: "man waypost.conf, CREDENTIALS; the account: /usr/share/doc/waypost/examples/aws"))
        case nil:
            findings.append(Finding("credentials", .note, "they are fetched over the network: waypost check --online"))
        }
        return findings
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

import AWSNames
import AmazonLocation
import Configuration
import Glibc
import Positioning
import Runtime
import Transport
import Uploader

/// Will the uploader have credentials, and are their files closed to others? What only the caller has, in the environment
/// or at home, is not the service's.
struct CredentialsCheck {
    /// What to do where there are none.
    static let advice = "man waypost.conf, CREDENTIALS; the account: /usr/share/doc/waypost/examples/aws"

    /// What there is to say, the source last.
    let findings: [Finding]
    /// What the tracker is asked with; nil if there is nothing to ask with.
    let section: CredentialsSection?
    /// Looks up a variable of the environment of whoever has the credentials.
    let variable: (String) -> String?
    /// What is wrong with their source in spite of it: the service does not have it.
    private let borrowed: String?

    /// Looks at what is there, without the network and without starting a program.
    init(_ section: CredentialsSection, _ invocation: Invocation) {
        var own = section
        if Self.isInHome(own.file, invocation) { own.file = nil }
        let source = CredentialChoice.source(own) { _ in nil }
        let callers = source == nil ? CredentialChoice.source(section, variable: invocation.variable) : nil
        variable = callers == nil ? { _ in nil } : invocation.variable
        borrowed = callers.map { callers in
            callers == .environment
                ? "which is that of your shell: the service does not have it"
                : "which is yours: the service sees no homes"
        }
        let used = callers == nil ? own : section
        var findings = Self.files(section).compactMap { Self.file($0, invocation) }
        if let closed = Self.closed(own, source) {
            self.section = nil
            self.findings = findings + [Self.closed(closed, invocation)]
            return
        }
        findings += Self.homes(own, source, invocation)
        var look = Self.look(used, source ?? callers, variable)
        if borrowed == nil, look.result == .ok { look.message += "; waypost check --online tries them" }
        self.section = look.result == .failure ? nil : used
        self.findings = findings + [Self.mark(look, borrowed)]
    }

    /// What is found once the credentials were fetched.
    func fetched(_ credentials: Credentials) -> Finding {
        Self.mark(Finding("credentials", .ok, "from \(credentials.source)"), borrowed)
    }

    private static func mark(_ finding: Finding, _ borrowed: String?) -> Finding {
        guard let borrowed, finding.result != .failure else { return finding }
        return Finding("credentials", .warning, "\(finding.message), \(borrowed)", advice: advice)
    }

    private static func look(
        _ section: CredentialsSection, _ source: CredentialSource?, _ variable: @escaping (String) -> String?
    ) -> Finding {
        do throws(CallFailure) {
            switch source {
            case .profile:
                let profile = section.file.map { ProfileCredentials(path: $0, profile: section.profile) }
                guard let command = profile?.command else { break }
                return try program(of: command)
            case .process: return try program(of: section.command ?? "")
            case .cognito: return network("a guest of the Cognito identity pool \(section.identityPool ?? "")")
            case .iot:
                for file in [section.certificate, section.key].compactMap({ $0 }) where access(file, F_OK) != 0 {
                    return Finding("credentials", .failure, "\(file) does not exist", advice: advice)
                }
                return network("AWS IoT role alias \(section.roleAlias ?? "")")
            case .environment, .auto, nil: break
            }
            return Finding("credentials", .ok, "from \(try answer(section, variable).source)")
        } catch {
            return Finding("credentials", .failure, "\(error)", advice: advice)
        }
    }

    private static func program(of command: String) throws(CallFailure) -> Finding {
        let program = try ProcessCredentials.program(of: command)
        return Finding("credentials", .note, "from the program \(program), which waypost check --online runs")
    }

    private static func network(_ source: String) -> Finding {
        Finding("credentials", .note, "from \(source), which waypost check --online asks")
    }

    /// What a source says at once that neither asks nor starts anybody.
    private static func answer(
        _ section: CredentialsSection, _ variable: @escaping (String) -> String?
    ) throws(CallFailure) -> Credentials {
        var answer: Result<Credentials, CallFailure>?
        do {
            let provider = CredentialChoice.provider(
                section, fips: false, identityFile: nil, client: try HTTPClient(), options: { RequestOptions() },
                variable: variable)
            let now = ClockReading(boot: BootTime(milliseconds: 0), utc: UTCTime(milliseconds: 0))
            provider.provide(at: now) { answer = $0 }
        } catch {
            throw .credentials("\(error)")
        }
        guard let answer else { throw .credentials("The credentials are not there at once.") }
        return try answer.get()
    }

    /// Files of a source that the service does not see.
    private static func homes(
        _ section: CredentialsSection, _ source: CredentialSource?, _ invocation: Invocation
    ) -> [Finding] {
        let files: [String?] =
            switch source {
            case .iot: [section.certificate, section.key]
            case .process: [section.command.flatMap { try? ProcessCredentials.program(of: $0) }]
            default: []
            }
        return files.compactMap { $0 }.filter { isInHome($0, invocation) }.map { file in
            Finding(
                "credentials", .warning, "the service sees no homes, and so not \(file)",
                advice: "put it elsewhere; files with secrets: /etc/waypost/credentials.d")
        }
    }

    private static func isInHome(_ path: String?, _ invocation: Invocation) -> Bool {
        guard let path else { return false }
        let homes: [String?] = ["/home", "/root", invocation.home]
        return homes.compactMap { $0 }.contains { path.hasPrefix($0 + "/") }
    }

    /// A file that counts and is closed to this user: what is in it cannot be told. While the source is `auto`, a profile
    /// that may be there goes before all that is set besides.
    private static func closed(_ section: CredentialsSection, _ source: CredentialSource?) -> String? {
        let files: [String?] =
            switch source {
            case .profile: [section.file]
            case .iot: [section.certificate, section.key]
            case .environment, .process, .cognito, .auto: []
            case nil: files(section)
            }
        let first = section.source == .auto ? [section.file] : []
        return (first + files).compactMap { $0 }.first { access($0, R_OK) != 0 && errno == EACCES }
    }

    /// Asked whether all is well online, nothing is not enough for an answer.
    static func closed(_ file: String, _ invocation: Invocation) -> Finding {
        let isOnline = invocation.options.has("online")
        return Finding(
            "credentials", isOnline ? .failure : .note,
            "you may not read \(file)" + (isOnline ? ", so the tracker is not asked" : ""),
            advice: invocation.asRoot(CheckCommand.self))
    }

    private static func files(_ section: CredentialsSection) -> [String?] {
        [section.file, section.certificate, section.key]
    }

    /// Nil if there is nothing to say about it, here: what lies with the service's own files is looked at with them.
    private static func file(_ path: String?, _ invocation: Invocation) -> Finding? {
        // systemd lets the user of its unit in by an access list, whose mask looks like a permission of the group.
        guard let path, !path.hasPrefix("/run/credentials/"),
            !path.hasPrefix(FilesCheck.credentials(invocation) + "/"), let facts = try? FileFacts(path)
        else { return nil }
        return FilesCheck.openSecret(path, facts, "credentials")
            ?? (isInHome(path, invocation) ? nil : withheld(path, facts, from: "waypost-uploader"))
    }

    /// A file that is closed to others is closed to the service `user` too, unless that owns it.
    static func withheld(_ path: String, _ facts: FileFacts, from user: String) -> Finding? {
        guard FileFacts.isUser(user), facts.owner != user else { return nil }
        let name = path.split(separator: "/").last ?? ""
        return Finding(
            "credentials", .failure, "\(user) may not read \(path), which belongs to \(facts.owner)",
            advice: "put it into /etc/waypost/credentials.d, and call it %d/aws_\(name) in the settings")
    }
}

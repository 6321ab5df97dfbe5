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
    static let advice = "man waypost.conf, CREDENTIALS; under SEE ALSO, the page on the account"

    /// What there is to say, the source last.
    let findings: [Finding]
    /// What the tracker is asked with; nil if there is nothing to ask with.
    let section: CredentialsSection?
    /// Looks up a variable of the environment of whoever has the credentials.
    let variable: (String) -> String?
    /// What there is to say of a source that is the caller's; nil for one of the service.
    private let remark: Remark?

    private struct Remark {
        var result: Finding.Result
        var words: String
    }

    /// Looks at what is there, without the network and without starting a program. `serviceDelivers` tells that the
    /// service has credentials, whether they are to be seen here or not.
    init(_ section: CredentialsSection, _ invocation: Invocation, serviceDelivers: Bool) {
        var own = section
        if Self.isInHome(own.file, invocation) { own.file = nil }
        let source = CredentialChoice.source(own) { _ in nil }
        let callers = source == nil ? CredentialChoice.source(section, variable: invocation.variable) : nil
        variable = callers == nil ? { _ in nil } : invocation.variable
        // A unit can set them, which cannot be seen here.
        let isOfUnit = source == nil && [.environment, .auto].contains(section.source)
        remark = callers.map { Self.remark($0, serviceHasOwn: isOfUnit && serviceDelivers) }
        let used = callers == nil ? own : section
        var findings = Self.files(section).compactMap { path in
            path.flatMap { Self.file($0, isSecret: $0 != section.certificate || $0 == section.key, invocation) }
        }
        if let closed = Self.closed(own, source) {
            self.section = nil
            self.findings = findings + [Self.closed(closed, invocation)]
            return
        }
        findings += Self.homes(own, source, invocation)
        var look = Self.look(used, source ?? callers, variable)
        if remark == nil, look.result == .ok { look.message += "; waypost check --online tries them" }
        let isUsable = look.result != .failure
        self.section = isUsable ? used : nil
        if !isUsable, isOfUnit { look = Self.unseen(look, serviceDelivers, invocation) }
        self.findings = findings + [isUsable ? Self.mark(look, remark) : look]
    }

    /// What is found once the credentials were fetched.
    func fetched(_ credentials: Credentials) -> Finding {
        Self.mark(Finding("credentials", .ok, "from \(credentials.source)"), remark)
    }

    private static func mark(_ finding: Finding, _ remark: Remark?) -> Finding {
        guard let remark else { return finding }
        return Finding(
            "credentials", remark.result, "\(finding.message), \(remark.words)",
            advice: remark.result == .warning ? advice : nil)
    }

    private static func remark(_ callers: CredentialSource, serviceHasOwn: Bool) -> Remark {
        if serviceHasOwn { return Remark(result: .note, words: "which is yours: the service has some of its own") }
        return Remark(
            result: .warning,
            words: callers == .environment
                ? "which is that of your shell: the service does not have it, unless its unit sets it"
                : "which is yours: the service sees no homes")
    }

    /// What to say instead of a `failure` to find any, where the service may have them in the environment of its unit.
    private static func unseen(_ failure: Finding, _ serviceDelivers: Bool, _ invocation: Invocation) -> Finding {
        guard serviceDelivers else {
            return Finding(
                "credentials", .failure, failure.message,
                advice: advice + ". Unless its unit sets AWS_ACCESS_KEY_ID: waypost status says whether it delivers")
        }
        let message = "the service has credentials of its own environment"
        guard invocation.options.has("online") else { return Finding("credentials", .note, message) }
        return Finding(
            "credentials", .warning, message + ", which are not at hand here, so the tracker is not asked",
            advice: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in your shell, for this command alone")
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
    private static func file(_ path: String, isSecret: Bool, _ invocation: Invocation) -> Finding? {
        // systemd lets the user of its unit in by an access list, whose mask looks like a permission of the group.
        guard !path.hasPrefix("/run/credentials/"), !path.hasPrefix(FilesCheck.credentials(invocation) + "/"),
            let facts = try? FileFacts(path)
        else { return nil }
        // What the service does not see is the caller's to close.
        let user = isInHome(path, invocation) ? nil : invocation.user(.uploader)
        return fault(of: path, facts, isSecret: isSecret, for: user)
    }

    /// What is wrong with a file that the service `user` is to read, and nobody else if it is secret; nil if nothing is.
    /// Somebody else's file is not to be closed where it lies: that would take it from the service.
    static func fault(of path: String, _ facts: FileFacts, isSecret: Bool, for user: String?) -> Finding? {
        let reader = user.flatMap { FileFacts.isUser($0) && facts.owner != $0 ? $0 : nil }
        let name = path.split(separator: "/").last ?? ""
        let advice =
            reader == nil
            ? "chmod 600 \(path)"
            : "put it into /etc/waypost/credentials.d, and call it %d/aws_\(name) in the settings"
        if isSecret, facts.mode & 0o037 != 0 {
            return Finding("credentials", .failure, "others than \(facts.owner) may read \(path)", advice: advice)
        }
        if let reader, !facts.lets(reader, 0o4) {
            return Finding(
                "credentials", .failure, "\(reader) may not read \(path), which belongs to \(facts.owner)",
                advice: advice)
        }
        guard isSecret, facts.mode & 0o040 != 0 else { return nil }
        return Finding("credentials", .warning, "the group \(facts.group) may read \(path) too", advice: advice)
    }
}

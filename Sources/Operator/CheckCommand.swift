import Configuration
import JSON
import Positioning
import Runtime
import Sampling

/// `waypost check`: what is missing on this box, in the order in which one mends it.
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "what is missing or wrong on this box, and what mends it"
    static let options = [
        CommandOption("online", help: "also credentials, clock, and the tracker with its filter"),
        CommandOption("json", help: "one object for programs"),
    ]
    static let footer = "Ends with 0 if nothing is wrong, 78 if the settings are, 1 if anything else is."

    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = SettingsCheck(invocation)
        try show(settings.findings, invocation)
        let findings = try settings.findings + findings(settings, invocation) { try show($0, invocation) }
        if invocation.options.has("json") { try invocation.output.write(json(findings) + "\n") }
        guard !settings.findings.contains(where: { $0.result == .failure }) else { return .configuration }
        return findings.contains { $0.result == .failure } ? .failure : .success
    }

    /// What is found beyond the settings; hands over each part when it is there.
    static func findings(
        _ settings: SettingsCheck, _ invocation: Invocation, found: ([Finding]) throws -> Void = { _ in }
    ) rethrows -> [Finding] {
        try checks(settings, invocation).flatMap { check in
            let findings = check()
            try found(findings)
            return findings
        }
    }

    /// Only what the settings are good enough for: a receiver can be looked at before the tracker has a name.
    private static func checks(_ settings: SettingsCheck, _ invocation: Invocation) -> [() -> [Finding]] {
        guard let box = settings.box else { return [] }
        let report = StatusReport(box.status, invocation)
        var receiverTime: UTCTime?
        var checks: [() -> [Finding]] = [
            {
                let look = ReceiverCheck.look(box.receiver, isPaused: report.isPaused, invocation)
                receiverTime = look.time
                return look.findings
            },
            { UnitCheck.findings(box, invocation) },
            { ClockCheck.findings(report, receiverTime: receiverTime, invocation) },
            {
                FilesCheck.findings(box.outbox, user: invocation.user(.agent))
                    + FilesCheck.findings(box.delivery, user: invocation.user(.uploader))
                    + FilesCheck.findings(credentials: FilesCheck.credentials(invocation))
            },
        ]
        if var uploader = settings.uploader {
            uploader.credentials = uploader.credentials.byHand(root: invocation.root)
            uploader.tracker = uploader.tracker.byHand(root: invocation.root)
            checks.append { [uploader] in
                let credentials = CredentialsCheck(
                    uploader.credentials, invocation, serviceDelivers: report.uploader.delivers)
                guard invocation.options.has("online"), credentials.section != nil else { return credentials.findings }
                return credentials.findings.dropLast()
                    + TrackerCheck(uploader, settings.agent, credentials, invocation).findings()
            }
        }
        checks.append { DaemonCheck.findings(report, invocation) }
        checks.append { MetricsCheck.findings(box.status.runtime, report, invocation) }
        return checks
    }

    /// A person sees each finding when it is there: some take a few seconds.
    private static func show(_ findings: [Finding], _ invocation: Invocation) throws {
        guard !invocation.options.has("json") else { return }
        for finding in findings {
            var text = StatusText(columns: invocation.terminal.columns)
            text.entry(finding.result.rawValue, "\(finding.subject): \(finding.message)")
            if let advice = finding.advice { text.entry("", "-> \(advice)") }
            let colour = finding.colour
            let word = finding.result.rawValue
            let painted = colour.map { invocation.terminal.coloured(word, $0) } ?? word
            try invocation.output.write(painted + text.text.dropFirst(word.count))
        }
        try invocation.output.flush()
    }

    private static func json(_ findings: [Finding]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.object { json in
            json.member("ok", !findings.contains { $0.result == .failure })
            json.member("findings") { json in
                json.array { json in
                    for finding in findings {
                        json.object { json in
                            json.member("subject", finding.subject)
                            json.member("result", finding.result.rawValue)
                            json.member("message", finding.message)
                            if let advice = finding.advice { json.member("advice", advice) }
                        }
                    }
                }
            }
        }
        return writer.text
    }
}

import AmazonLocation
import Configuration
import Outbox
import Positioning
import Runtime
import Sampling

/// Does the service know us, is there such a tracker, and what does its filter throw away?
struct TrackerCheck {
    /// A request that is dated farther off than this is refused (Signature Version 4), in milliseconds.
    private static let tolerance: Int64 = 300_000
    /// A filter that throws away less than this part is no matter.
    private static let bearable = 0.05
    /// Stored fixes that are tried against the filter.
    private static let sampleSize = 2000

    private let settings: UploaderSettings
    private let rules: SamplingRules?
    private let deviceID: String?
    private let credentials: CredentialsCheck
    private let invocation: Invocation

    init(
        _ settings: UploaderSettings, _ agent: AgentSettings?, _ credentials: CredentialsCheck, _ invocation: Invocation
    ) {
        self.credentials = credentials
        self.settings = settings
        (rules, deviceID) = (agent?.sampling, agent?.device.id)
        self.invocation = invocation
    }

    /// Fetches the credentials, and then asks.
    func findings() -> [Finding] {
        do {
            let section = credentials.section ?? settings.credentials
            let session = try TrackerSession(
                settings.tracker, section,
                identity: invocation.identity(of: section, besides: settings.delivery.path), clock: invocation.clock,
                agentState: settings.runtime.agentState, variable: credentials.variable)
            let keys: Finding
            do {
                keys = credentials.fetched(try session.fetchCredentials())
            } catch {
                return [Finding("credentials", .failure, "\(error)", advice: (error as? OperatorError)?.advice)]
            }
            return [keys] + findings(session)
        } catch {
            return [failure(error)]
        }
    }

    private func findings(_ session: TrackerSession) -> [Finding] {
        let answer = Result { try session.call(DescribeTracker()) }
        let clock = self.clock(session)
        switch answer {
        case .success(let description):
            return clock + [found(session)] + (description.positionFiltering.map(contract) ?? [])
        case .failure(let error as OperatorError) where error.isDenied:
            return clock + undescribed(session)
        case .failure(let error):
            return clock + [failure(error)]
        }
    }

    private func found(_ session: TrackerSession) -> Finding {
        Finding("tracker", .ok, "\(settings.tracker.name) at \(session.host)")
    }

    private func failure(_ error: any Error) -> Finding {
        Finding(
            "tracker", .failure, "tracker \(settings.tracker.name): \(error)", advice: (error as? OperatorError)?.advice
        )
    }

    /// What is known of a tracker that these credentials may not describe, which the uploader does without: whether
    /// they may read this device there.
    private func undescribed(_ session: TrackerSession) -> [Finding] {
        let filter = Finding(
            "filter", .note,
            "it cannot be read with these credentials: geo:DescribeTracker is not allowed, as for guests of Cognito")
        guard let deviceID else { return [filter] }
        do {
            _ = try session.call(GetDevicePositionHistory(deviceID: deviceID, maximumResults: 1))
            return [found(session), filter]
        } catch let error as OperatorError where error.isDenied {
            let name = settings.tracker.name
            return [
                Finding(
                    "tracker", .note,
                    "these credentials may neither describe nor read \(name), so it is not known whether "
                        + "it is there", advice: "waypost status shows whether they may write"), filter,
            ]
        } catch {
            return [failure(error)]
        }
    }

    private func clock(_ session: TrackerSession) -> [Finding] {
        guard let ahead = session.serviceAhead else { return [] }
        let span = SpanText.of(milliseconds: abs(ahead))
        guard abs(ahead) > Self.tolerance else {
            return [Finding("service", .ok, "its clock and this box's agree to \(span)")]
        }
        return [
            Finding(
                "service", .warning, "this box's clock is \(span) \(ahead > 0 ? "behind" : "ahead of") the service's",
                advice: "the uploader corrects for it once it has an answer; better: "
                    + invocation.initSystem.setsClock)
        ]
    }

    /// The contract between the sampling rules and the tracker's filter, which stores less than it bills.
    private func contract(_ filtering: PositionFiltering) -> [Finding] {
        let filter = TrackerFilter(filtering: filtering)
        guard filter.isKnown else {
            return [Finding("filter", .note, "\(filter.rule): what it does not store cannot be told")]
        }
        guard let (sample, lost) = lostPart(filter) else {
            return [Finding("filter", .note, "\(filter.rule); there are no fixes yet to try it on")]
        }
        guard lost > Self.bearable else {
            return [Finding("filter", .ok, "\(filter.rule); \(sample) it stores nearly all")]
        }
        let percent = Int((lost * 100).rounded())
        return [
            Finding(
                "filter", .warning,
                "\(filter.rule); \(sample) about \(percent) %, paid for all the same, are not stored",
                advice: advice(filtering))
        ]
    }

    private func advice(_ filtering: PositionFiltering) -> String {
        let accuracyBased =
            "aws location update-tracker --tracker-name \(settings.tracker.name) --position-filtering AccuracyBased"
        return switch filtering {
        case .timeBased: accuracyBased + ", or keep fewer fixes: sampling.interval = 30s"
        case .distanceBased:
            accuracyBased + ", or keep fewer fixes: sampling.interval = off, sampling.distance = 30m"
        case .accuracyBased:
            "it stores no fix within the error of the one before: keep fewer of a standing vehicle (a longer "
                + "sampling.heartbeat) and of a slow one (sampling.max-error or sampling.distance for the interval)"
        case .other: "keep fewer fixes: see SAMPLING in waypost.conf(5)"
        }
    }

    /// Tried on the newest stored fixes, whatever settings kept them; without enough of them, told from the interval.
    private func lostPart(_ filter: TrackerFilter) -> (sample: String, part: Double)? {
        let newest = try? OutboxReader(path: settings.outboxPath).newest(limit: Self.sampleSize)
        let fixes = (newest ?? []).reversed().map { PlaceInTime($0.fix) }
        guard fixes.count >= 20, var last = fixes.first else {
            guard filter.filtering == .timeBased, let interval = rules?.interval else { return nil }
            return ("with your settings", max(0, 1 - Double(interval) / Double(TrackerFilter.interval)))
        }
        var stored = 1
        for fix in fixes.dropFirst() where filter.stores(fix, after: last) == true {
            stored += 1
            last = fix
        }
        return ("of the last \(fixes.count) fixes kept", 1 - Double(stored) / Double(fixes.count))
    }
}

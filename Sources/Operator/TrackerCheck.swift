import AmazonLocation
import Configuration
import Delivery
import Positioning
import Runtime
import Sampling

/// Does the service know us, is there such a tracker, and what does its filter throw away?
struct TrackerCheck {
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
        guard abs(ahead) > OutcomePolicy.explainingSkew else {
            return [Finding("service", .ok, "its clock and this box's agree to \(span)")]
        }
        return [
            Finding(
                "service", .warning, "this box's clock is \(span) \(ahead > 0 ? "behind" : "ahead of") the service's",
                advice: "the uploader corrects for it once it has an answer; better: "
                    + invocation.initSystem.setsClock)
        ]
    }

    private func contract(_ filtering: PositionFiltering) -> [Finding] {
        let filter = TrackerFilter(filtering: filtering)
        return [
            FilterContract(
                filter: filter, tracker: settings.tracker.name, rules: rules, outboxPath: settings.outboxPath
            ).finding
        ]
    }
}

import Positioning
import Transport

/// Carries out the requests of a `Courier`: over the network, or, in a simulation, over a model of it.
protocol RequestSender: AnyObject {
    /// Starts `request`. `completion` is called once, after this has returned.
    func start(
        _ request: HTTPRequest, options: RequestOptions, now: BootTime, completion: @escaping HTTPClient.Completion)
}

extension HTTPClient: RequestSender {}

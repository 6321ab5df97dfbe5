/// Answers the requests that an `HTTPServer` receives.
protocol Responder: AnyObject {
    /// The reply to a request. It is not given before `commit` was called.
    func reply(to request: Request) -> Reply

    /// The reply to a request whose body is larger than is accepted and was not read. It is given at once.
    func refuseBody(of request: Request) -> Reply

    /// Makes durable what the replies since the last call say. Returns nil, or the answer to give instead of each of
    /// them, because nothing of what they say was done.
    func commit() -> Answer?
}

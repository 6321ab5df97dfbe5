import Runtime

extension Progress {
    /// Progress of `program`. `streams` says that the output is written while this goes on, not after it.
    init(_ program: String, _ invocation: Invocation, streams: Bool) {
        self.init(program, clock: invocation.clock, streams: streams)
    }
}

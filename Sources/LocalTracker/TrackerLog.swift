/// Who is told what a tracker does.
public struct TrackerLog {
    /// Gets a line for each request, without positions and secrets; nil if nobody wants them.
    public var request: ((String) -> Void)?
    /// Gets a sentence for each thing that went wrong in the tracker itself, such as a full disk.
    public var problem: (String) -> Void

    /// A log; nobody is told what is not given.
    public init(request: ((String) -> Void)? = nil, problem: @escaping (String) -> Void = { _ in }) {
        (self.request, self.problem) = (request, problem)
    }
}

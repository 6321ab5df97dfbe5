import Runtime
import Testing

@testable import Operator

@Suite struct DaemonRequestTests {
    @Test func theAnswerIsShown() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { "recording: \($0)d" }
        #expect(try box.run(PauseCommand.self) == "recording: paused\n")
        withExtendedLifetime(agent) {}
    }

    @Test func aRefusalIsAnError() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { _ in "error: the disk is full" }
        #expect(throws: OperatorError("waypost-agent: the disk is full", .temporaryFailure)) {
            try box.run(ResumeCommand.self)
        }
        withExtendedLifetime(agent) {}
    }

    @Test func anAgentThatCannotStoreIsNotPassedOverAndTheUploaderSendsAllTheSame() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { _ in "error: the disk is full" }
        let uploader = try Answering(box.uploader + "/control") { _ in "sending" }
        #expect(throws: OperatorError("waypost-agent: the disk is full", .temporaryFailure)) {
            try box.run(FlushCommand.self)
        }
        #expect(box.output == "sending\n")
        withExtendedLifetime((agent, uploader)) {}
    }

    @Test func aHungAgentKeepsNothingFromBeingSent() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { _ in nil }
        let uploader = try Answering(box.uploader + "/control") { _ in "sending" }
        #expect {
            try box.run(FlushCommand.self)
        } throws: { error in
            (error as? OperatorError)?.description.hasPrefix("waypost-agent did not answer within 5 s") == true
        }
        #expect(box.output == "sending\n")
        withExtendedLifetime((agent, uploader)) {}
    }

    @Test func aDaemonThatDoesNotAnswerMayStillDoIt() throws {
        let box = try Box()
        let agent = try Answering(box.agent + "/control") { _ in nil }
        #expect {
            try box.run(PauseCommand.self)
        } throws: { error in
            let text = (error as? OperatorError)?.description ?? ""
            return (error as? OperatorError)?.exitCode == .temporaryFailure
                && text.hasPrefix("waypost-agent did not answer within 5 s, and may still do what was asked")
                && text.contains("waypost status")
        }
        withExtendedLifetime(agent) {}
    }

    @Test func flushNeedsTheUploaderAndNotTheAgent() throws {
        let box = try Box()
        #expect(throws: RuntimeError.notRunning(program: "waypost-uploader", path: box.uploader + "/control")) {
            try box.run(FlushCommand.self)
        }
        let uploader = try Answering(box.uploader + "/control") { $0 == "flush" ? "sending 3 fixes" : nil }
        #expect(try box.run(FlushCommand.self) == "sending 3 fixes\n")
        withExtendedLifetime(uploader) {}
    }
}

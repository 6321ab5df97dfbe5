import Foundation
import TestSupport
import Testing

@testable import Runtime

@Suite struct InitSystemTests {
    @Test func systemdIsToldByTheDirectoryThatItMakes() throws {
        let root = TemporaryDirectory()
        #expect(InitSystem(root: root.path) == .scripts)
        try FileManager.default.createDirectory(
            atPath: root.file("run/systemd/system"), withIntermediateDirectories: true)
        #expect(InitSystem(root: root.path) == .systemd)
    }

    @Test func whatAPersonTypesFitsTheMachine() {
        #expect(InitSystem.systemd.restart(["a", "b"]) == "systemctl restart a b")
        #expect(InitSystem.scripts.restart(["a", "b"]) == "service a restart; service b restart")
        #expect(InitSystem.scripts.enable("a") == "update-rc.d a enable; service a start")
    }

    @Test func aDaemonThatIsNotThereIsStartedInTheWordsOfTheMachine() {
        let error = RuntimeError.notRunning(program: "waypost-agent", path: "/run/control")
        #expect(error.description(under: .systemd).hasSuffix("start it with: systemctl start waypost-agent"))
        #expect(error.description(under: .scripts).hasSuffix("start it with: service waypost-agent start"))
        let stuck = RuntimeError.noAnswer(program: "waypost-agent", milliseconds: 5000)
        #expect(stuck.description(under: .systemd).hasSuffix("See: journalctl -u waypost-agent"))
        #expect(stuck.description(under: .scripts).hasSuffix("See: the system log"))
    }
}

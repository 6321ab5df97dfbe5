import Foundation
import Runtime
import Testing

@testable import Configuration
@testable import Operator

@Suite struct FilesCheckTests {
    private static let modes: [(Int, Finding.Result?)] = [
        (0o640, nil), (0o660, .failure), (0o642, .failure), (0o644, .warning),
    ]

    @Test(arguments: modes)
    func aDatabaseIsForItsDaemonToWriteAndForItsGroupToRead(_ mode: Int, _ result: Finding.Result?) throws {
        let box = try Box()
        for directory in ["outbox", "delivery"] { chmod(box.directory.file(directory), 0o2750) }
        let source = SettingsSource(overrides: box.settings, defaultFile: box.directory.file("no.conf"))
        let settings = try source.load(BoxSettings.self).settings
        for path in [box.outbox, box.outbox + "-wal", box.delivery] {
            try TextFile.replace(path, with: "", mode: mode_t(mode))
            // Nobody of that name is on any machine: whose the files are is then no matter.
            let findings =
                FilesCheck.findings(settings.outbox, user: "nobody-of-that-name")
                + FilesCheck.findings(settings.delivery, user: "nobody-of-that-name")
            let found = findings.filter { $0.message.contains(path) }
            #expect(found.map(\.result) == (result.map { [$0] } ?? []))
            #expect(found.allSatisfy { $0.advice == "chmod 640 \(path)" })
            unlink(path)
        }
    }

    @Test func whatTheOutboxHasAlreadyNeedsNoRoom() throws {
        let box = try Box()
        chmod(box.directory.file("outbox"), 0o2750)
        let set = box.settings + ["outbox.max-size=1024G"]
        let source = SettingsSource(overrides: set, defaultFile: box.directory.file("no.conf"))
        let outbox = try source.load(BoxSettings.self).settings.outbox
        func warns() -> Bool {
            FilesCheck.findings(outbox, user: "nobody-of-that-name").contains { $0.subject == "space" }
        }
        #expect(warns())
        // Files with holes, which take no room here.
        for path in [box.outbox, box.outbox + "-wal", box.outbox + ".ballast"] {
            try TextFile.replace(path, with: "", mode: 0o640)
            truncate(path, 350 << 30)
        }
        #expect(!warns())
    }

    @Test func aDatabaseOfSomebodyElseIsAFailure() throws {
        let box = try Box()
        try TextFile.replace(box.outbox, with: "", mode: 0o640)
        let source = SettingsSource(overrides: box.settings, defaultFile: box.directory.file("no.conf"))
        let findings = FilesCheck.findings(try source.load(BoxSettings.self).settings.outbox, user: "nobody")
        let found = findings.filter { $0.message.hasPrefix(box.outbox) }
        #expect(found.map(\.result) == [.failure])
        #expect(found.first?.advice == "chown nobody:waypost \(box.outbox)")
    }

    @Test func secretsThatWaitToBeHandedOverAreClosedToOthers() throws {
        let box = try Box()
        let folder = box.directory.file("etc/waypost/credentials.d")
        #expect(FilesCheck.findings(credentials: folder) == [])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o777)
        try TextFile.replace(folder + "/device.key", with: "", mode: 0o640)
        let advice = FilesCheck.findings(credentials: folder).map(\.advice)
        #expect(advice.contains("chmod 700 \(folder)"))
        #expect(advice.contains("chmod 600 \(folder)/device.key"))
    }

    @Test(.enabled(if: getuid() == 0, "needs root, whose the secrets are to be"))
    func secretsThatWaitToBeHandedOverBelongToRoot() throws {
        let box = try Box()
        let folder = box.directory.file("etc/waypost/credentials.d")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o700)
        try TextFile.replace(folder + "/device.key", with: "", mode: 0o600)
        #expect(FilesCheck.findings(credentials: folder) == [])
        chown(folder + "/device.key", 12345, 12345)
        #expect(FilesCheck.findings(credentials: folder).map(\.advice) == ["chown root: \(folder)/device.key"])
    }
}

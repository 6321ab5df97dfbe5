import Foundation
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

/// Whether the units would keep the daemons from a gpsd or a directory, by the files of a system below a directory of its
/// own.
@Suite struct UnitCheckTests {
    private let directory = TemporaryDirectory()

    private func write(_ path: String, _ text: String) throws {
        let file = URL(fileURLWithPath: directory.file(path))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    /// The unit as it comes, under systemd.
    private func install() throws {
        try runSystemd()
        try installUnit()
    }

    private func runSystemd() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("run/systemd/system"), withIntermediateDirectories: true)
    }

    private func installUnit() throws {
        for program in ["waypost-agent", "waypost-uploader"] {
            try write("usr/lib/systemd/system/\(program).service", packaged("\(program).service"))
        }
    }

    private func packaged(_ name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../packaging/systemd/\(name)")
        return try String(contentsOf: file, encoding: .utf8)
    }

    private func findings(_ host: String) throws -> [Finding] {
        try findings(set: ["receiver.host=\(host)"])
    }

    private func findings(set: [String]) throws -> [Finding] {
        let source = SettingsSource(overrides: set, defaultFile: "/nonexistent")
        let options = try CheckCommand.parser.options()
        let invocation = Invocation(options: options, source: source, root: directory.path)
        return UnitCheck.findings(try invocation.load(BoxSettings.self), invocation)
    }

    @Test func withoutAUnitNothingIsBlocked() throws {
        #expect(try findings("192.0.2.7").isEmpty)
    }

    @Test func aUnitThatNobodyRunsBlocksNothing() throws {
        try installUnit()
        #expect(try findings("192.0.2.7").isEmpty)
        try runSystemd()
        #expect(try findings("192.0.2.7").count == 1)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "127.0.1.1", "::1"])
    func aGPSDOnThisBoxIsNotBlocked(host: String) throws {
        try install()
        #expect(try findings(host).isEmpty)
    }

    @Test(arguments: ["192.0.2.7", "2001:db8::7"])
    func aGPSDElsewhereIsBlockedAndTheDropInIsSpelledOut(host: String) throws {
        try install()
        let found = try #require(try findings(host).first)
        #expect(found.result == .failure && found.message.contains("gpsd is at \(host), and waypost-agent.service"))
        #expect(found.advice?.contains("systemctl edit waypost-agent") == true)
        #expect(found.advice?.contains("[Service] and IPAddressAllow=\(host),") == true)
    }

    @Test(arguments: [
        "etc/systemd/system/waypost-agent.service.d/override.conf",
        "usr/lib/systemd/system/waypost-agent.service.d/site.conf",
    ])
    func theDropInEndsIt(path: String) throws {
        try install()
        try write(path, "[Service]\nIPAddressAllow=192.0.2.0/24 2001:db8::/32\n")
        #expect(try findings("192.0.2.7").isEmpty)
        #expect(try findings("2001:db8::7").isEmpty)
        #expect(try findings("192.0.3.7").count == 1)
    }

    @Test func theOneThatThePackageShowsEndsItToo() throws {
        try install()
        try write("etc/systemd/system/waypost-agent.service.d/gpsd.conf", packaged("gpsd-elsewhere.conf"))
        #expect(try findings("192.0.2.7").isEmpty)
    }

    @Test func anEmptyValueTakesBackWhatCameBefore() throws {
        try install()
        try write("etc/systemd/system/waypost-agent.service.d/a.conf", "[Service]\nIPAddressAllow=192.0.2.7\n")
        try write("run/systemd/system/waypost-agent.service.d/b.conf", "[Service]\nIPAddressAllow=\n")
        #expect(try findings("192.0.2.7").count == 1)
        #expect(try findings("127.0.0.1").count == 1)
        try write("run/systemd/system/waypost-agent.service.d/c.conf", "[Service]\nIPAddressDeny=\n")
        #expect(try findings("192.0.2.7").isEmpty)
    }

    @Test func aDropInOfTheAdministratorHidesTheOneOfTheSameName() throws {
        try install()
        try write("usr/lib/systemd/system/waypost-agent.service.d/a.conf", "[Service]\nIPAddressAllow=192.0.2.7\n")
        try write("etc/systemd/system/waypost-agent.service.d/a.conf", "[Service]\n")
        #expect(try findings("192.0.2.7").count == 1)
    }

    @Test func theDirectoriesThatComeWithThePackageAreOpen() throws {
        try install()
        #expect(try findings(set: []).isEmpty)
    }

    @Test(arguments: [
        ("outbox.path=/data/outbox/outbox.db", "waypost-agent", "/data/outbox"),
        ("runtime.agent-directory=/srv/agent/", "waypost-agent", "/srv/agent/"),
        ("delivery.path=/var/lib/waypost/delivery2/delivery.db", "waypost-uploader", "/var/lib/waypost/delivery2"),
        ("runtime.uploader-directory=/srv/uploader", "waypost-uploader", "/srv/uploader"),
    ])
    func aDirectoryElsewhereIsBlockedUntilADropInOpensIt(setting: String, program: String, path: String) throws {
        try install()
        let found = try findings(set: [setting])
        #expect(found.map(\.result) == [.failure])
        #expect(found.first?.message == "\(program).service does not let \(program) write in \(path)")
        #expect(found.first?.advice?.contains("systemctl edit \(program), ") == true)
        #expect(found.first?.advice?.contains("[Service] and ReadWritePaths=\(path), then") == true)
        let dropIn = "etc/systemd/system/\(program).service.d/data.conf"
        try write(dropIn, "[Service]\nReadWritePaths=\(path)\n")
        #expect(try findings(set: [setting]).isEmpty)
        try write(dropIn, "[Service]\nProtectSystem=full\n")
        #expect(try findings(set: [setting]).isEmpty)
    }

    @Test func theExampleOpensADirectoryOnAnotherDisk() throws {
        try install()
        try write("etc/systemd/system/waypost-agent.service.d/data.conf", packaged("data-elsewhere.conf"))
        #expect(try findings(set: ["outbox.path=/data/waypost/outbox/outbox.db"]).isEmpty)
    }

    @Test func homesAreHiddenWhateverIsOpened() throws {
        try install()
        try write("etc/systemd/system/waypost-agent.service.d/a.conf", "[Service]\nReadWritePaths=/home/ann/outbox\n")
        let setting = "outbox.path=/home/ann/outbox/outbox.db"
        #expect(try findings(set: [setting]).first?.message.contains("shows waypost-agent no homes") == true)
        try write("etc/systemd/system/waypost-agent.service.d/b.conf", "[Service]\nProtectHome=no\n")
        #expect(try findings(set: [setting]).isEmpty)
    }

    @Test(arguments: [
        ("10.1.2.3", "10.0.0.0/8", true), ("11.1.2.3", "10.0.0.0/8", false), ("10.1.2.3", "10.1.2.2/31", true),
        ("10.1.2.4", "10.1.2.2/31", false), ("10.1.2.3", "any", true), ("fe80::1", "link-local", true),
        ("10.1.2.3", "::/0", false), ("10.1.2.3", "nonsense", false), ("10.1.2.3", "10.1.2.3/33", false),
    ])
    func rangesHoldTheAddressesWithTheirFirstBits(address: String, word: String, isInside: Bool) throws {
        let address = try #require(IPAddress(address))
        #expect(AddressRange.list(word).contains { $0.contains(address) } == isInside)
    }
}

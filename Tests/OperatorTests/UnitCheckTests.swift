import Foundation
import Runtime
import TestSupport
import Testing

@testable import Configuration
@testable import Operator

/// Whether the agent's unit would keep it from a gpsd, by the files of a system below a directory of its own.
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
        let unit = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../packaging/systemd/waypost-agent.service")
        try write("usr/lib/systemd/system/waypost-agent.service", String(contentsOf: unit, encoding: .utf8))
    }

    private func findings(_ host: String) throws -> [Finding] {
        let source = SettingsSource(overrides: ["receiver.host=\(host)"], defaultFile: "/nonexistent")
        guard case .run(let options) = try CheckCommand.parser.parse([]) else { return [] }
        let invocation = Invocation(options: options, source: source, root: directory.path)
        return UnitCheck.findings(try invocation.load(ReceiverSection.self), invocation)
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
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../packaging/systemd/gpsd-elsewhere.conf")
        try write(
            "etc/systemd/system/waypost-agent.service.d/gpsd.conf", String(contentsOf: example, encoding: .utf8))
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

import Foundation
import Sampling
import TestSupport
import Testing

@testable import Configuration

@Suite struct SettingsSourceTests {
    private let directory = TemporaryDirectory()
    private var main: String { directory.file("waypost.conf") }
    private var source: SettingsSource { SettingsSource(defaultFile: main) }

    private func write(_ text: String, to name: String = "waypost.conf") throws {
        let path = directory.file(name)
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    /// The faults when `group` is read, one line each, without the directory.
    private func faults<Group: SettingsGroup>(
        _ group: Group.Type, _ source: SettingsSource? = nil, facts: MachineFacts = MachineFacts(hostName: "box")
    ) -> [String] {
        do throws(SettingsError) {
            _ = try (source ?? self.source).load(group, facts: facts)
            return []
        } catch {
            return error.faults.map { $0.description.replacingOccurrences(of: directory.path + "/", with: "") }
        }
    }

    @Test func withoutAnyFileTheDefaultsHold() throws {
        #expect(try source.load(SamplingRules.self).settings == SamplingRules())
        #expect(try source.load(OutboxSection.self).settings.maxSize == 256 << 20)
        #expect(try source.load(RuntimeSection.self).settings.agentSocket == "/run/waypost/agent/control")
    }

    @Test func whoAsksWhereThingsAreIsKeptFromItByNoFaultElsewhere() throws {
        try write("[runtime]\nagent-directory = /run/a\nlog-level = loud\n[tracker]\nregio = eu\n[nonsense]\n")
        let found = try source.locate(RuntimeSection.self)
        #expect(found.settings.agentDirectory == "/run/a")
        #expect(found.passedOver.count == 3)
        try write("[runtime]\nagent-directory = run/a\n")
        #expect(throws: SettingsError.self) { try source.locate(RuntimeSection.self) }
        try write("[runtime]\nagent-directory = /run/a\n")
        let typed = SettingsSource(overrides: ["runtime.log-level=loud"], defaultFile: main)
        #expect(throws: SettingsError.self) { try typed.locate(RuntimeSection.self) }
        let absent = SettingsSource(files: [directory.file("nowhere.conf")])
        #expect(throws: SettingsError.self) { try absent.locate(RuntimeSection.self) }
    }

    @Test func dropInsInNameOrderAndSetWin() throws {
        try write("[sampling]\ninterval = 1s\ndistance = 10m\nturn = 20deg\nmax-speed = 120km/h\n")
        try write("[sampling]\ninterval = 3s\n", to: "waypost.conf.d/20-b.conf")
        try write("[sampling]\ninterval = 2s\ndistance = 1.5km\n", to: "waypost.conf.d/10-a.conf")
        try write("[nonsense]\n", to: "waypost.conf.d/readme.txt")
        var source = source
        source.overrides = ["sampling.turn=25deg"]
        let rules = try source.load(SamplingRules.self).settings
        #expect(rules.interval == 3000)
        #expect(rules.distance == 1500)
        #expect(rules.turn == 25)
        #expect(abs((rules.maxSpeed ?? 0) - 100 / 3) < 1e-9)
    }

    @Test func namedFilesReplaceTheDefaultOnes() throws {
        try write("[sampling]\ninterval = 1s\n")
        try write("[sampling]\nheartbeat = off\n", to: "other.conf")
        var source = source
        source.files = [directory.file("other.conf")]
        let rules = try source.load(SamplingRules.self).settings
        #expect(rules.interval == 30_000 && rules.heartbeat == nil)
        source.files = [directory.file("missing.conf")]
        #expect(faults(SamplingRules.self, source) == ["cannot open missing.conf: No such file or directory"])
    }

    @Test func everyFaultIsListedAtOnceWithItsPlace() throws {
        try write(
            """
            stray = 1
            [device]
            id = two words
            [sampling]
            intervall = 30s
            distance = 30
            distance = 40m
            max-speed = 90parsecs
            heartbeat = 90d
            keep-when = sometimes
            parked = yes
            [samplin]
            turn = 5deg
            [tracker
            name = x # inline
            oops
            [credential]
            """)
        #expect(
            faults(AgentSettings.self) == [
                "waypost.conf:1: stray stands before the first [section]",
                "waypost.conf:14: a section is written [name]; the ] is missing",
                "waypost.conf:16: \"oops\" is neither [section] nor key = value nor a # comment",
                "waypost.conf:17: there is no section [credential]; did you mean [credentials]?",
                "waypost.conf:5: sampling.intervall = 30s: there is no such key; did you mean sampling.interval?",
                "waypost.conf:7: sampling.distance = 40m: already set in line 6 of this file; remove one of them",
                "waypost.conf:13: samplin.turn = 5deg: there is no section [samplin]; did you mean [sampling]?",
                "waypost.conf:3: device.id = two words: not valid; accepted: 1 to 100 letters, digits, - . _ of any "
                    + "script, with %m (from the machine-id), %s (serial number), %t (IoT thing name), %H (host name)",
                "waypost.conf:6: sampling.distance = 30: the unit is missing; accepted: a distance from 1m to 1000km "
                    + "(unit: m km), or off",
                "waypost.conf:10: sampling.keep-when = sometimes: there is no such choice; accepted: one of any, all",
                "waypost.conf:9: sampling.heartbeat = 90d: out of range; accepted: a duration from 1s to 7d "
                    + "(unit: ms s min h d), or off",
                "waypost.conf:8: sampling.max-speed = 90parsecs: \"parsecs\" is not a unit of this; accepted: a speed "
                    + "from 1m/s to 1000m/s (unit: m/s km/h), or off",
                "waypost.conf:11: sampling.parked = yes: this is a switch; accepted: on or off",
            ])
    }

    @Test func aCommandDemandsOnlyWhatItUses() throws {
        #expect(faults(RuntimeSection.self).isEmpty)
        #expect(faults(AgentSettings.self).map { $0.prefix(19) } == ["device.id: required"])
        #expect(
            faults(UploaderSettings.self).map { $0.prefix(24) } == [
                "tracker.name: required, ", "tracker.region: required",
            ])
    }

    @Test(arguments: [
        (["sampling.max-error=10m", "sampling.keep-when=all"], "sampling.max-error"),
        (["sampling.interval=off", "sampling.heartbeat=off"], "sampling.heartbeat"),
        (["tracker.endpoint=https://a.example", "tracker.fips=on"], "tracker.fips"),
        (["tracker.endpoint=https://a.example", "tracker.dual-stack=on"], "tracker.dual-stack"),
        (["outbox.path=/a/o.db", "delivery.path=/a/d.db"], "delivery.path"),
        (["runtime.agent-directory=/a", "runtime.uploader-directory=/a"], "runtime.uploader-directory"),
    ])
    func whatMakesNoSenseTogetherIsAnError(overrides: [String], key: String) {
        let source = SettingsSource(overrides: overrides, defaultFile: main)
        #expect(faults(RuntimeSection.self, source).count == 1)
        #expect(faults(RuntimeSection.self, source).first?.contains(key) == true)
    }

    @Test func aDirectoryForMetricsThatNobodyNamedMayBeMissing() throws {
        func section(_ overrides: [String]) throws -> RuntimeSection {
            try SettingsSource(overrides: overrides, defaultFile: main).load(RuntimeSection.self).settings
        }
        let byDefault = try section([])
        #expect(byDefault.metrics == "/var/lib/prometheus/node-exporter" && byDefault.metricsMayBeMissing)
        let named = try section(["runtime.metrics=/run/metrics"])
        #expect(named.metrics == "/run/metrics" && !named.metricsMayBeMissing)
        #expect(try section(["runtime.metrics=off"]).metrics == nil)
    }

    @Test(arguments: [
        (["source=iot"], ["iot-endpoint", "role-alias", "certificate", "key"]),
        (["role-alias=a", "key=/k"], ["iot-endpoint", "certificate"]),
        (["source=process"], ["command"]), (["source=cognito"], ["identity-pool"]),
        (["source=cognito", "identity-pool=eu-central-1:nonsense"], ["identity-pool"]),
        (["identity-pool=eu-central-1:01234567-89ab-cdef-0123-456789abcdef"], []),
        (
            ["iot-endpoint=x.credentials.iot.eu-central-1.amazonaws.com", "role-alias=a", "certificate=/c", "key=/k"],
            []
        ),
    ])
    func aSourceOfCredentialsIsWhole(given: [String], missing: [String]) {
        let source = SettingsSource(overrides: given.map { "credentials.\($0)" }, defaultFile: main)
        let faults = faults(CredentialsSection.self, source)
        #expect(faults.count == missing.count)
        for (fault, key) in zip(faults, missing) { #expect(fault.contains("credentials.\(key)")) }
    }

    @Test func aMalformedSetIsAnError() {
        let source = SettingsSource(overrides: ["interval=3s", "sampling.interval"], defaultFile: main)
        #expect(
            faults(RuntimeSection.self, source) == [
                "--set: \"interval=3s\" is not SECTION.KEY=VALUE",
                "--set: \"sampling.interval\" is not SECTION.KEY=VALUE",
            ])
    }

    @Test func aReloadTellsWhatChangedAndWhatNeedsARestart() throws {
        var source = SettingsSource(overrides: ["device.id=a"], defaultFile: main)
        let old = try source.load(AgentSettings.self)
        source.overrides = ["device.id=b", "sampling.interval=5s"]
        let changes = try source.load(AgentSettings.self).changes(from: old)
        #expect(
            changes.map(\.description) == [
                "device.id: a -> b (takes effect after a restart)", "sampling.interval: 30s -> 5s",
            ])
        #expect(old.changes(from: old).isEmpty)
    }

    @Test func credentialPathsNeedTheDirectoryOnlyWhereTheyAreUsed() throws {
        let source = SettingsSource(
            overrides: ["credentials.file=%d/aws", "tracker.name=t", "tracker.region=eu-central-1"], defaultFile: main)
        var facts = MachineFacts(hostName: "box")
        #expect(faults(AgentSettings.self, source, facts: facts).allSatisfy { !$0.contains("%d") })
        #expect(faults(UploaderSettings.self, source, facts: facts).count == 1)
        facts.credentialsDirectory = "/run/credentials/u"
        let settings = try source.load(UploaderSettings.self, facts: facts).settings
        #expect(settings.credentials.file == "/run/credentials/u/aws")
    }

    @Test func aServerThatIsNotAWSNeedsNoRegion() throws {
        func tracker(_ endpoint: String) -> [String] {
            faults(
                TrackerSection.self,
                SettingsSource(overrides: ["tracker.name=t", "tracker.endpoint=\(endpoint)"], defaultFile: main))
        }
        #expect(tracker("http://127.0.0.1:8080/").isEmpty)
        #expect(tracker("https://tracker.example").isEmpty)
        #expect(tracker("https://tracking.geo.eu-central-1.amazonaws.com").count == 1)
        #expect(tracker("https://tracking.geo.eusc-de-east-1.amazonaws.eu").count == 1)
        #expect(tracker("http://tracker.example").first?.contains("not encrypted") == true)
        #expect(tracker("http://127.0.0.1.example").count == 1)
        #expect(tracker("http://localhost@evil.example").count == 1)
        #expect(tracker("ftp://localhost").count == 1)
        #expect(tracker("https://localhost:0").count == 1)
    }
}

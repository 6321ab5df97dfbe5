import Testing

@testable import Configuration

@Suite struct DeviceIDTemplateTests {
    private var facts: MachineFacts {
        var facts = MachineFacts(hostName: "box-7")
        facts.machineID = "d2c7c2a3b1f04e5f9a6b7c8d9e0f1a2b"
        facts.serialNumber = "10000000abcdef12"
        return facts
    }

    private func resolve(_ template: String, thing: String? = nil) -> String? {
        try? DeviceIDTemplate.resolve(template, facts: facts, thingName: thing)
    }

    @Test func fillsInTheMachinesNames() {
        #expect(resolve("truck-%s") == "truck-10000000abcdef12")
        #expect(resolve("%H.%t", thing: "thing") == "box-7.thing")
        #expect(resolve("%t") == nil)
        #expect(resolve("Lkw_ä-٣") == "Lkw_ä-٣")
    }

    @Test func theMachineIDItselfNeverLeaves() throws {
        let id = try #require(resolve("%m"))
        // HMAC-SHA-256 keyed with the machine-id, as `systemd-id128 machine-id --app-specific=` computes it, by Python.
        #expect(id == "03e99213b6a140159a4ac3c3072c4b66")
        #expect(!id.contains("d2c7c2a3"))
    }

    @Test func saysWhatIsMissingOnThisMachine() {
        #expect(throws: SettingRejection.self) {
            try DeviceIDTemplate.resolve("%m", facts: MachineFacts(hostName: "x"), thingName: nil)
        }
        #expect(throws: SettingRejection.self) {
            try DeviceIDTemplate.resolve("%H", facts: MachineFacts(hostName: "not valid"), thingName: nil)
        }
    }

    @Test(arguments: [
        ("a", true), ("%m", true), ("a%Hb", true), ("", false), ("%", false), ("%x", false), ("a b", false),
        ("a:b", false), ("a/b", false), ("%%", false), ("🚚", false), (String(repeating: "a", count: 101), false),
    ])
    func isCheckedBeforeItIsUsed(template: String, isValid: Bool) {
        #expect(((try? DeviceIDTemplate.kind.parse(template)) != nil) == isValid)
    }
}

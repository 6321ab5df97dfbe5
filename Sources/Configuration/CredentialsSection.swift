import AWSNames

/// `[credentials]`: where the keys for signing come from. Never the keys themselves.
public struct CredentialsSection: Equatable, Sendable, SettingsGroup {
    /// Which way.
    public var source: CredentialSource
    /// The profile's name.
    public var profile: String
    /// The shared credentials file; nil for a service that has none set.
    public var file: String?
    /// The command of credential_process.
    public var command: String?
    /// The Cognito identity pool.
    public var identityPool: String?
    /// Its endpoint; nil for the one of the pool's region.
    public var cognitoEndpoint: String?
    /// The host of the IoT credentials endpoint.
    public var iotEndpoint: String?
    /// The IoT role alias.
    public var roleAlias: String?
    /// The IoT thing's name.
    public var thingName: String?
    /// The device certificate, a PEM file.
    public var certificate: String?
    /// Its private key, a PEM file.
    public var key: String?

    /// Reads `[credentials]`.
    public init(from reader: SettingReader) {
        source = reader.value(SettingTable.source)
        profile = reader.value(SettingTable.profile)
        file = reader.path(SettingTable.credentialsFile) ?? reader.facts.home.map(Self.file)
        command = reader.value(SettingTable.command)
        identityPool = reader.value(SettingTable.identityPool)
        cognitoEndpoint = reader.value(SettingTable.cognitoEndpoint)
        iotEndpoint = reader.value(SettingTable.iotEndpoint)
        roleAlias = reader.value(SettingTable.roleAlias)
        thingName = reader.value(SettingTable.thingName)
        certificate = reader.path(SettingTable.certificate)
        key = reader.path(SettingTable.privateKey)
        checkCompleteness(reader)
    }

    /// The shared credentials file of a person with that home.
    public static func file(inHome home: String) -> String { home + "/.aws/credentials" }

    /// Notes what the chosen source lacks. A role alias needs four settings, and some of them alone are a mistake
    /// whatever the source is.
    private func checkCompleteness(_ reader: SettingReader) {
        typealias Table = SettingTable
        func demand(_ key: any AnySettingKey, _ value: String?, for reason: String) {
            if value == nil && !reader.isFaulty(key) { reader.fail(key, "not set, and \(reason) needs it") }
        }
        if source == .process { demand(Table.command, command, for: "credentials.source = process") }
        if source == .cognito { demand(Table.identityPool, identityPool, for: "credentials.source = cognito") }
        let alias: [(any AnySettingKey, String?)] = [
            (Table.iotEndpoint, iotEndpoint), (Table.roleAlias, roleAlias), (Table.certificate, certificate),
            (Table.privateKey, key),
        ]
        guard source == .iot || alias.contains(where: { $0.1 != nil }) else { return }
        for (key, value) in alias { demand(key, value, for: "an AWS IoT role alias") }
    }

    /// `REGION:UUID`, as Cognito writes it.
    static let identityPoolKind = SettingKind<String>.text("REGION:UUID of a Cognito identity pool") { text in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (try? TrackerSection.regionKind.parse(String(parts[0]))) != nil else { return false }
        let groups = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
    }
}

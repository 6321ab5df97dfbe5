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
        file = reader.path(SettingTable.credentialsFile) ?? reader.facts.home.map { $0 + "/.aws/credentials" }
        command = reader.value(SettingTable.command)
        identityPool = reader.value(SettingTable.identityPool)
        cognitoEndpoint = reader.value(SettingTable.cognitoEndpoint)
        iotEndpoint = reader.value(SettingTable.iotEndpoint)
        roleAlias = reader.value(SettingTable.roleAlias)
        thingName = reader.value(SettingTable.thingName)
        certificate = reader.path(SettingTable.certificate)
        key = reader.path(SettingTable.privateKey)
    }
}

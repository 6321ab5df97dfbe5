/// What has to be mended before anything can be delivered. The raw value is the word that `status` shows.
public enum HoldReason: String, CaseIterable, Sendable {
    /// No credentials, or credentials that the service refuses.
    case credentials
    /// The credentials may not write to this tracker.
    case permission
    /// No such tracker in this account and region.
    case tracker
    /// The clock of this machine is wrong and could not be corrected.
    case clock
    /// The peer cannot prove that it is the service.
    case trust
    /// Something else than the service answers.
    case impostor
    /// The account's quota or state.
    case account
    /// The service refuses every fix alike.
    case refusedAlike = "refused-alike"
    /// The request cannot be sent at all.
    case request

    /// It may be that only some fixes meet it: a policy can name the devices that credentials may write for
    /// (`geo:DeviceIds`).
    var mayBeForTheDevice: Bool { self == .permission }

    /// What to do about it, as a sentence for the operator.
    public var advice: String {
        switch self {
        case .credentials: "Check the settings under [credentials] and the key that they name."
        case .permission: "Allow geo:BatchUpdateDevicePosition on the tracker to the role or user of the credentials."
        case .tracker: "Check tracker.name and tracker.region, or create the tracker."
        case .clock: "Set the clock of this machine, or wait for the receiver's time."
        case .trust: "Check tracker.endpoint, tracker.ca-file and the network between here and the service."
        case .impostor: "Check tracker.endpoint and whether the network asks for a login."
        case .account: "Look at the quotas and the state of the AWS account."
        case .refusedAlike: "Check device.id, device.properties and tracker.name: the fault is not in a single fix."
        case .request: "Check tracker.endpoint, tracker.ca-file and credentials.certificate."
        }
    }
}

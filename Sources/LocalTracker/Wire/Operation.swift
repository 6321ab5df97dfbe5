/// The operations that the tracker answers, by the names that the services give them.
enum Operation: String, CaseIterable, Sendable {
    case batchUpdateDevicePosition = "BatchUpdateDevicePosition"
    case getDevicePosition = "GetDevicePosition"
    case getDevicePositionHistory = "GetDevicePositionHistory"
    case batchGetDevicePosition = "BatchGetDevicePosition"
    case listDevicePositions = "ListDevicePositions"
    case batchDeleteDevicePositionHistory = "BatchDeleteDevicePositionHistory"
    case createTracker = "CreateTracker"
    case describeTracker = "DescribeTracker"
    case updateTracker = "UpdateTracker"
    case deleteTracker = "DeleteTracker"
    case listTrackers = "ListTrackers"
    /// Amazon Cognito: the identity of a guest.
    case getID = "GetId"
    /// Amazon Cognito: the credentials of an identity.
    case getCredentialsForIdentity = "GetCredentialsForIdentity"
    /// AWS IoT's credentials provider; this endpoint has no operation name of its own.
    case assumeRoleWithCertificate = "AssumeRoleWithCertificate"

    /// True for the operations of Amazon Cognito, whose protocol is JSON 1.1 and whose requests bear no signature.
    var isCognito: Bool { self == .getID || self == .getCredentialsForIdentity }
}

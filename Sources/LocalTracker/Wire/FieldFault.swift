/// One member of a request that the service refuses, as ValidationException lists it.
struct FieldFault: Equatable, Sendable {
    /// ValidationExceptionReason of the service model.
    enum Reason: String, Sendable {
        case missing = "Missing"
        case cannotParse = "CannotParse"
        case fieldValidationFailed = "FieldValidationFailed"
    }

    /// The member, such as `updates.1.member.deviceId`.
    var name: String
    /// What it fails, such as `Member must not be null`.
    var message: String
    /// The kind of fault.
    var reason: Reason
}

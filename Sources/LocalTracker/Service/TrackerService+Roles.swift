import JSON
import Positioning

/// AWS IoT's credentials provider: a device shows its certificate and gets the credentials of a role alias.
extension TrackerService {
    /// GET /role-aliases/ALIAS/credentials. The thing of a certificate is the common name of its subject; the
    /// credentials may write the positions of the device of that name only.
    func roleCredentials(_ route: Route, _ request: Request) throws -> Answer {
        guard case .certified(let name) = request.peer() else {
            throw Refusal.role(403, "AccessDeniedException", "Certificate is invalid on this endpoint")
        }
        let thing = request.header("x-amzn-iot-thingname")
        guard thing == nil || thing == name, Names.isThing(name) else {
            throw Refusal.role(403, "AccessDeniedException", "Invalid thing name passed")
        }
        guard Names.isRoleAlias(route.resource), issuer.roleAliases.contains(route.resource) else {
            throw Refusal.role(404, "ResourceNotFoundException", "Role alias does not exist")
        }
        let issued = try issue(to: thing)
        return .object { json in
            json.member("credentials") { json in
                json.object { json in
                    json.member("accessKeyId", issued.key.accessKeyID)
                    json.member("secretAccessKey", issued.key.secretAccessKey)
                    json.member("sessionToken", issued.key.sessionToken ?? "")
                    json.member("expiration", String(issued.expiry.iso8601.prefix(19)) + "Z")
                }
            }
        }
    }
}

extension Refusal {
    fileprivate static func role(_ status: Int, _ code: String, _ message: String) -> Refusal {
        Refusal(status: status, code: code, message: message)
    }
}

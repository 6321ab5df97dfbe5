import Configuration
import Glibc

extension CredentialsSection {
    /// What systemd's LoadCredential=aws:/etc/waypost/credentials.d makes of the names in that directory.
    private static let handedOver = "/run/credentials/waypost-uploader.service/aws_"

    /// The same with files where root finds them before the uploader has run: systemd hands them over at its start.
    /// `root` is where the system's files lie.
    func byHand(root: String) -> CredentialsSection {
        func found(_ path: String?) -> String? {
            guard let path, path.hasPrefix(Self.handedOver) else { return path }
            guard access(path, F_OK) != 0 && errno == ENOENT else { return path }
            return root + "/etc/waypost/credentials.d/" + path.dropFirst(Self.handedOver.count)
        }
        var section = self
        (section.file, section.certificate, section.key) = (found(file), found(certificate), found(key))
        return section
    }

    /// A file of it that exists and is closed to this user; nil if there is none.
    var closedFile: String? {
        [file, certificate, key].compactMap { $0 }.first { access($0, R_OK) != 0 && errno == EACCES }
    }
}

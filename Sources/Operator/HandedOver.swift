import Configuration
import Glibc

/// Files that systemd hands over to the uploader at its start, where root finds them before it has run.
enum HandedOver {
    /// What systemd's LoadCredential=aws:/etc/waypost/credentials.d makes of the names in that directory.
    private static let prefix = "/run/credentials/waypost-uploader.service/aws_"

    /// `path`, or where the file lies that will be there; `root` is where the system's files lie.
    static func file(_ path: String?, root: String) -> String? {
        guard let path, path.hasPrefix(prefix), access(path, F_OK) != 0 && errno == ENOENT else { return path }
        return root + "/etc/waypost/credentials.d/" + path.dropFirst(prefix.count)
    }
}

extension CredentialsSection {
    /// The same with files where root finds them before the uploader has run.
    func byHand(root: String) -> CredentialsSection {
        var section = self
        section.file = HandedOver.file(file, root: root)
        section.certificate = HandedOver.file(certificate, root: root)
        section.key = HandedOver.file(key, root: root)
        return section
    }

    /// A file of it that exists and is closed to this user; nil if there is none.
    var closedFile: String? {
        [file, certificate, key].compactMap { $0 }.first { access($0, R_OK) != 0 && errno == EACCES }
    }
}

extension TrackerSection {
    /// The same with files where root finds them before the uploader has run.
    func byHand(root: String) -> TrackerSection {
        var section = self
        section.caFile = HandedOver.file(caFile, root: root)
        return section
    }
}

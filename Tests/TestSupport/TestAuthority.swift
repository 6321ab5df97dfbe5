import Foundation

/// A certificate authority made for one test with the `openssl` program.
public final class TestAuthority {
    /// Where its files are.
    public let directory = TemporaryDirectory()
    private let openssl: Tool

    /// PEM file of the authority's own certificate.
    public var certificate: String { directory.file("ca.pem") }

    /// Makes the authority; nil if the machine has no `openssl`, or one that cannot.
    public init?() {
        guard let openssl = Tool("openssl") else { return nil }
        self.openssl = openssl
        let made = openssl.run(
            ["req", "-x509", "-nodes", "-keyout", directory.file("ca.key"), "-out", directory.file("ca.pem")]
                + ["-days", "3650", "-subj", "/CN=waypost test authority"] + Self.newKey)
        guard made != nil else { return nil }
    }

    /// A certificate for `name`, valid from today; `alternatives` are subject alternative names such as
    /// `DNS:localhost`. The files are NAME.pem and NAME.key in `directory`. False if `openssl` did not make it.
    public func issue(_ name: String, _ alternatives: String = "DNS:localhost,IP:127.0.0.1", expired: Bool = false)
        -> Bool
    {
        let (key, request) = (directory.file("\(name).key"), directory.file("\(name).csr"))
        let requested = openssl.run(
            ["req", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=\(name)"]
                + ["-addext", "subjectAltName=\(alternatives)"] + Self.newKey)
        let sign =
            ["x509", "-req", "-in", request, "-CA", certificate, "-CAkey", directory.file("ca.key")]
            + ["-CAcreateserial", "-copy_extensions", "copy", "-out", directory.file("\(name).pem")]
        // OpenSSL before 3.4 takes negative days, later versions take dates.
        let past = ["-not_before", "20200101000000Z", "-not_after", "20200201000000Z"]
        let issued =
            expired
            ? openssl.run(sign + past) ?? openssl.run(sign + ["-days", "-1"]) : openssl.run(sign + ["-days", "3650"])
        return requested != nil && issued != nil
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
}

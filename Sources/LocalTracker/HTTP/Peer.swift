import CMicroHTTPD

/// Who the client of a connection has proven to be.
enum Peer: Equatable, Sendable {
    /// It showed no certificate, or the connection has no TLS.
    case nobody
    /// It showed a certificate that no known authority vouches for, or that is not valid now.
    case unknown
    /// It showed a valid certificate; holds the common name of its subject.
    case certified(commonName: String)

    /// The client of a connection of libmicrohttpd.
    init(_ connection: OpaquePointer) {
        guard let session = cmicrohttpd_tls_session(connection) else {
            self = .nobody
            return
        }
        var count: UInt32 = 0
        guard let certificates = gnutls_certificate_get_peers(session, &count), count > 0 else {
            self = .nobody
            return
        }
        var status: UInt32 = 0
        guard gnutls_certificate_verify_peers2(session, &status) == GNUTLS_E_SUCCESS, status == 0,
            let name = Self.commonName(of: certificates[0])
        else {
            self = .unknown
            return
        }
        self = .certified(commonName: name)
    }

    private static func commonName(of certificate: gnutls_datum_t) -> String? {
        var parsed: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&parsed) == GNUTLS_E_SUCCESS, let parsed else { return nil }
        defer { gnutls_x509_crt_deinit(parsed) }
        var data = certificate
        guard gnutls_x509_crt_import(parsed, &data, GNUTLS_X509_FMT_DER) == GNUTLS_E_SUCCESS else { return nil }
        var name = [CChar](repeating: 0, count: 256)
        var size = name.count
        guard gnutls_x509_crt_get_dn_by_oid(parsed, "2.5.4.3", 0, 0, &name, &size) == GNUTLS_E_SUCCESS else {
            return nil
        }
        return String(decoding: name.prefix(size).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

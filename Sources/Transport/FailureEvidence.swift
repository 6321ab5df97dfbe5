/// What is known about a request that failed, besides libcurl's code.
struct FailureEvidence {
    let host: String
    let options: RequestOptions
    /// libcurl's own words; may be empty.
    let text: String
    /// OpenSSL's verdict on the certificate (X509_V_ERR_...), 0 for none.
    let verifyResult: Int
    let tooLarge: Bool
    /// The name had been looked up.
    let resolved: Bool
    /// A connection, TLS included, had been made.
    let connected: Bool
}

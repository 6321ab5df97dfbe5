/// One HTTP request, complete, as it came over the wire.
struct Request {
    /// Method in capitals.
    var method: String
    /// Path of the request line, still percent-encoded.
    var path: String
    /// Query of the request line without `?`, still percent-encoded; empty for none.
    var query = ""
    /// Header fields in the order of arrival.
    var headers: [(name: String, value: String)] = []
    /// The body's bytes.
    var body: [UInt8] = []
    /// Finds out who the client is, which takes time.
    var peer: () -> Peer = { .nobody }

    /// Value of the first header called `name`, which is given in lower case.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }
}

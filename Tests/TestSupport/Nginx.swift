import Foundation

/// nginx on a free loopback port with TLS, HTTP/1.1 and HTTP/2: a server that none of us wrote.
public final class Nginx {
    /// The port that it listens on.
    public var port: UInt16 { reservation.port }
    private let reservation = LoopbackSocket(listens: false)
    private let directory = TemporaryDirectory()
    private let process: ChildProcess

    /// Starts nginx with the certificate NAME of `authority` and waits until it accepts connections; nil if the machine
    /// has none. `server` are lines of its `server` block, `listen` what goes behind the address in its `listen` line.
    public init?(authority: TestAuthority, certificate name: String, listen: String = "ssl http2", server: String) {
        guard let nginx = Tool("nginx") else { return nil }
        let port = reservation.port
        let files = authority.directory.path
        let configuration = """
            daemon off; master_process off; worker_processes 1;
            error_log \(directory.file("error.log")); pid \(directory.file("pid"));
            events {}
            http {
              access_log off; client_body_temp_path \(directory.file("body")); proxy_temp_path \(directory.file("proxy"));
              fastcgi_temp_path \(directory.file("f")); uwsgi_temp_path \(directory.file("u"));
              scgi_temp_path \(directory.file("s"));
              server {
                listen 127.0.0.1:\(port) \(listen);
                ssl_certificate \(files)/\(name).pem; ssl_certificate_key \(files)/\(name).key;
                default_type application/json;
                \(server)
              }
            }
            """
        try? configuration.write(toFile: directory.file("nginx.conf"), atomically: true, encoding: .utf8)
        let arguments = ["-p", directory.path, "-c", directory.file("nginx.conf")]
        guard let process = try? ChildProcess(nginx.path, arguments) else { return nil }
        self.process = process
        guard eventually(within: 20, { LoopbackSocket.isServed(port) || !process.isRunning }), process.isRunning else {
            return nil
        }
    }
}

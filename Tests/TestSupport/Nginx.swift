import Foundation

/// nginx on a free loopback port with TLS, HTTP/1.1 and HTTP/2: a server that none of us wrote.
public final class Nginx {
    /// The port that it listens on.
    public let port: UInt16
    private let directory = TemporaryDirectory()
    private let process: ChildProcess

    /// Starts nginx with the certificate NAME of `authority` and waits until it accepts connections; nil if the machine
    /// has none. `server` are lines of its `server` block, `listen` what goes behind the address in its `listen` line.
    public init?(authority: TestAuthority, certificate name: String, listen: String = "ssl http2", server: String) {
        guard let nginx = Tool("nginx") else { return nil }
        port = Self.freePort()
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
        guard let process = ChildProcess(nginx.path, ["-p", directory.path, "-c", directory.file("nginx.conf")]) else {
            return nil
        }
        self.process = process
        let deadline = Date(timeIntervalSinceNow: 20)
        while !Self.accepts(port) {
            guard process.isRunning, Date() < deadline else { return nil }
            usleep(10_000)
        }
    }

    private static func freePort() -> UInt16 {
        ScriptedServer { _ in }.port
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

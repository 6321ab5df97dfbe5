"""An HTTP server that records what it is asked and answers as a tracker that accepts everything."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Recorder:
    """Each request of `requests` is (method, target, headers as a list of pairs, body).

    What has an `X-Amz-Target` that `answers` knows is answered with the object there.
    """

    def __init__(self):
        self.requests = []
        self.answers = {}
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                recorder.requests.append((self.command, self.path, self.headers.items(), body))
                accepted = {"Errors": [], "DevicePositions": []}
                answer = json.dumps(recorder.answers.get(self.headers.get("X-Amz-Target"), accepted)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_POST = answer

            def log_message(self, *arguments):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

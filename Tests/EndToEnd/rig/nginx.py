"""nginx in front of a tracker: TLS, HTTP/2, and a log of who came how."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from .ports import Port, listening
from .process import Process

#: None where it is not installed.
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/local/sbin:/usr/sbin")

CONFIGURATION = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    log_format protocol "$server_protocol $ssl_protocol $connection $status";
    access_log {folder}/access.log protocol;
    keepalive_requests 100000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} {how};
        {certificate}
        location / {{
            proxy_pass {upstream};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""


@contextlib.contextmanager
def nginx(folder: Path, upstream: str, http2: bool, tls: tuple[Path, Path] | None = None) -> Iterator[int]:
    """nginx at the port that this gives, before `upstream`; `tls` are chain and key. `folder` gets its `access.log`."""
    folder.mkdir(exist_ok=True)
    reservation, configuration = Port(), folder / "nginx.conf"
    port = reservation.number
    how = " ".join(["ssl"] * bool(tls) + ["http2"] * http2)
    certificate = f"ssl_certificate {tls[0]}; ssl_certificate_key {tls[1]};" if tls else ""
    configuration.write_text(
        CONFIGURATION.format(folder=folder, port=port, how=how, certificate=certificate, upstream=upstream)
    )
    process = Process([NGINX, "-e", folder / "error.log", "-p", folder, "-c", configuration], folder / "nginx.log")
    process.until(lambda: listening(port), "to listen")
    try:
        yield port
    finally:
        process.stop()

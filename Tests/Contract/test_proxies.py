"""The uploader delivers over TLS through nginx, by HTTP/2 where it is offered and by HTTP/1.1 where not."""

import os
import shutil
import socket
import subprocess

import pytest
from box import until
from rig.certificates import Authority
from rig.process import free_port
from updates import history

NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/local/sbin:/usr/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")

CONFIGURATION = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    log_format protocol "$server_protocol $ssl_protocol $connection $status";
    access_log {folder}/access.log protocol;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl {http2};
        ssl_certificate {chain};
        ssl_certificate_key {key};
        location / {{
            proxy_pass {upstream};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""


@pytest.fixture
def make_proxy(tmp_path, tracker):
    """Starts nginx in front of the tracker; its URL, its authority and its log."""
    running = []

    def make(http2: str):
        authority = Authority(tmp_path / "authority")
        chain, key = authority.server()
        port, folder = free_port(), tmp_path / "nginx"
        folder.mkdir()
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(
            folder=folder, port=port, http2=http2, chain=chain, key=key, upstream=tracker.url))
        running.append(subprocess.Popen([NGINX, "-e", folder / "error.log", "-p", folder, "-c", configuration]))

        def listens() -> bool:
            with socket.socket() as client:
                return client.connect_ex(("127.0.0.1", port)) == 0

        until(listens, "nginx to listen")
        return f"https://127.0.0.1:{port}", authority, folder / "access.log"

    yield make
    for process in running:
        process.terminate()
        process.wait(timeout=10)


@pytest.mark.parametrize("http2, protocol", [("http2", "HTTP/2.0"), ("", "HTTP/1.1")])
def test_the_uploader_keeps_one_connection_through_nginx(make_box, make_proxy, tracker, http2, protocol):
    url, authority, log = make_proxy(http2)
    box = make_box()
    box.drain(url, "all", tracker_ca_file=str(authority.certificate))
    found = history(tracker.client(), "all", EndTimeExclusive="2100-01-01T00:00:00Z")
    assert [round(position["SampleTime"].timestamp() * 1000) for position in found] == [fix[0] for fix in box.fixes()]
    lines = [line.split() for line in log.read_text().splitlines()]
    assert {line[0] for line in lines} == {protocol}
    assert {line[1] for line in lines} <= {"TLSv1.2", "TLSv1.3"}
    assert len({line[2] for line in lines}) == 1


def test_an_unknown_authority_is_refused_and_nothing_is_lost(make_box, make_proxy, tmp_path):
    url, _, log = make_proxy("")
    stranger = Authority(tmp_path / "stranger")
    box = make_box()
    config = box.settings(url, "all", tracker_ca_file=str(stranger.certificate))
    result = box.run("waypost-uploader", "--drain", "--config", config)
    assert result.returncode == 75
    assert "certificate" in result.stderr
    assert log.read_text() == ""

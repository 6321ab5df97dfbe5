"""TLS on demand."""

import subprocess

import pytest
from botocore.exceptions import SSLError
from updates import history, seconds, send, update


@pytest.fixture
def certificate(tmp_path):
    """A self-signed certificate for 127.0.0.1 and its key."""
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain],
        check=True, capture_output=True)
    return chain, key


def test_boto3_speaks_tls_with_it(make_tracker, certificate):
    chain, key = certificate
    tracker = make_tracker("--tracker", "all:None", "--tls-certificate", chain, "--tls-key", key)
    assert tracker.url.startswith("https://")
    location = tracker.client(verify=str(chain))
    send(location, "all", *[update(second) for second in range(120)])
    assert seconds(history(location, "all")) == list(range(120))


def test_a_certificate_that_nobody_vouches_for_is_refused_by_the_client(make_tracker, certificate):
    chain, key = certificate
    tracker = make_tracker("--tls-certificate", chain, "--tls-key", key)
    with pytest.raises(SSLError):
        tracker.client().list_trackers()

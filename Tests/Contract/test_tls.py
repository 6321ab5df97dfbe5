"""TLS on demand."""

import pytest
from botocore.exceptions import SSLError

from rig.certificates import Authority
from updates import history, seconds, send, update


@pytest.fixture
def authority(tmp_path) -> Authority:
    return Authority(tmp_path / "authority")


@pytest.fixture
def secure(make_tracker, authority):
    chain, key = authority.server()
    return make_tracker("--tracker", "all:None", "--tls-certificate", chain, "--tls-key", key)


def test_boto3_speaks_tls_with_it(secure, authority):
    assert secure.url.startswith("https://")
    location = secure.client(verify=str(authority.certificate))
    send(location, "all", *[update(second) for second in range(120)])
    assert seconds(history(location, "all")) == list(range(120))


def test_a_certificate_that_nobody_vouches_for_is_refused_by_the_client(secure):
    with pytest.raises(SSLError):
        secure.client().list_trackers()

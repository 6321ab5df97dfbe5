"""A directory that the process may not use."""

import os

import pytest

from rig.box import public_box

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be another user")
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--")


@pytest.fixture
def box(gpsd, wire):
    """A box that everybody may look at and only root may write to."""
    with public_box(gpsd.port, wire.endpoint) as box:
        yield box


@pytest.mark.parametrize("program", ["agent", "uploader"])
def test_it_says_which_file_and_what_to_do(box, program):
    start = box.start_agent if program == "agent" else box.start_uploader
    process = start(ready=False, prefix=NOBODY)
    process.says(str(box.root))
    process.says("ermission")
    if not process.running:
        assert process.wait() in (73, 74, 77)

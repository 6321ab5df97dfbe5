"""One call that opens or changes a file fails, each in its turn: an I/O error, or no room."""

import errno
from collections.abc import Iterator
from pathlib import Path

from rig.account import check_arrival
from rig.books import dead_letters
from rig.boxes import record
from rig.figures import figure
from rig.shim import failures, points
from rig.strikes import FIXES, MOST, begin, check_whole, drain, refused


def faults(trace: Path, most: int, what: str) -> Iterator[tuple[int, int]]:
    """The numbers of the calls that fail, in turn with either error."""
    chosen = points(failures(trace), most, what)
    for number, at in enumerate(chosen):
        yield at, (errno.EIO, errno.ENOSPC)[number % 2]
    figure(f"{what}: {len(chosen)} errors, 0 violations")


def test_the_agent_goes_on_and_loses_nothing(boxes, shim):
    whole = boxes.new()
    trace = whole.root / "trace"
    assert record(whole, FIXES, shim.record(whole.root, trace)) == 0
    for at, error in faults(trace, MOST // 2, "agent with an I/O error"):
        box = boxes.new()
        code = record(box, FIXES, shim.fail(box.root, at, error))
        if code == 78:  # Settings that cannot be read are said, and nothing has begun.
            assert "cannot open" in box.agent.log()
            assert record(box, FIXES) == 0
        else:
            assert code == 0
        seen = [position.time_ms for position in box.kept()]
        # One fix each 100 ms from the first to the last: the failure cost none.
        assert seen == list(range(seen[0], seen[-1] + 1, 100))
        check_whole(box, set(), None)
        boxes.drop(box)


def test_the_uploader_goes_on_and_sends_nothing_twice(boxes, shim, wire, undelivered):
    whole = begin(boxes, undelivered)
    trace = whole.root / "trace"
    assert drain(whole, shim.record(whole.root, trace)) == 0
    for at, error in faults(trace, MOST, "uploader with an I/O error"):
        box = begin(boxes, undelivered)
        requests = len(wire.updates())
        # It may not start (73, or 78 for its settings) or leave something (75): the next start makes good.
        code, said = box.run("waypost-uploader", "--drain", prefix=shim.fail(box.root, at, error))
        assert code in (0, 73, 75, 78), f"call {at}: {code} {said}"
        assert drain(box) == 0
        bodies = [exchange.body for exchange in wire.updates()[requests:] if exchange.status == 200]
        assert len(bodies) == len(set(bodies)), f"call {at}, errno {error}: something went twice; {said}"
        poison = refused(box)
        check_arrival([position for position in box.kept() if position.time_ms not in poison], box.history())
        assert dead_letters(box.delivery) == poison
        boxes.drop(box)

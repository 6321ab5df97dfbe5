"""The account at the end of a scenario: what was kept, what arrived, and where the vehicle really was."""

from .box import DEVICE, Box
from .feed import Feed
from .tracker import Position, Tracker

#: What seven decimals and the receiver's own digits leave of a coordinate, in degrees: about 1 cm.
PLACE = 1.1e-7


def await_kept(box: Box, feed: Feed, interval_ms: int) -> None:
    """Waits until the agent, which keeps by an `interval` alone, has stored the last fix of a feed that has ended."""
    last = max(feed.fixes())
    box.agent.until(lambda: last - max(box.kept_times(), default=0) < interval_ms, "to keep the last fix that was sent")


def await_arrival(box: Box, tracker: Tracker) -> list[Position]:
    """Waits until the tracker has as many positions as the box has kept, then checks each; returns the kept ones.

    If an agent runs, what was sent last may still be on its way to it: `await_kept`.
    """

    def arrived() -> tuple[list[Position], list[Position]] | None:
        kept = box.kept()
        found = tracker.history(DEVICE)
        # What is kept while the tracker is asked may be there or not.
        return (kept, found) if len(found) >= len(kept) > 0 and box.kept() == kept else None

    kept, found = box.uploader.until(arrived, "to deliver every kept fix")
    check_arrival(kept, found)
    return kept


def check_arrival(kept: list[Position], arrived: list[Position]) -> None:
    """Every kept fix arrived once, in place and time, and nothing else did."""
    here_only = {position.time_ms for position in kept} - {position.time_ms for position in arrived}
    there_only = {position.time_ms for position in arrived} - {position.time_ms for position in kept}
    assert not here_only and not there_only, (sorted(here_only), sorted(there_only))
    assert len(arrived) == len(kept)
    for here, there in zip(kept, arrived, strict=True):
        assert abs(here.latitude - there.latitude) <= PLACE, (here, there)
        assert abs(here.longitude - there.longitude) <= PLACE, (here, there)


def check_truth(kept: list[Position], feed: Feed) -> None:
    """Every kept fix is where the vehicle was at that moment, and their times ascend."""
    fixes = feed.fixes()
    times = [position.time_ms for position in kept]
    assert times == sorted(set(times))
    for position in kept:
        truth = fixes.get(position.time_ms)
        assert truth, f"the receiver had no fix at the time of {position}"
        assert abs(position.latitude - truth.latitude) <= PLACE, (position, truth)
        assert abs(position.longitude - truth.longitude) <= PLACE, (position, truth)


def wanted(feed: Feed, interval_ms: int) -> list[int]:
    """The times that an `interval` alone keeps of all that the receiver sent: the first fix, then each one due."""
    times: list[int] = []
    for time_ms in sorted(feed.fixes()):
        if not times or time_ms - times[-1] >= interval_ms:
            times.append(time_ms)
    return times

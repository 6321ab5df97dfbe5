"""The tracker hangs while the agent records: no look of the uploader's holds the WAL open, and it stays small."""

from rig.account import await_arrival
from rig.drive import OPEN_SKY
from rig.figures import figure

#: Bytes: two checkpoints' worth.
LIMIT = 2 << 20


def test_the_wal_stays_within_its_limit_while_the_tracker_hangs(feed, box, tracker, wire):
    box.settings |= {"delivery.in-flight": "4"}
    wal = box.outbox.parent / "outbox.db-wal"
    box.start_agent()
    box.start_uploader()
    wire.hold_answers()
    # Played faster than it was, a recording that ends now: the uploader signs by the receiver's time.
    feed.start(rate=150, epochs=2000, step_ms=1000, legs=OPEN_SKY)
    box.uploader.until(wire.updates, "to send")
    sizes = []

    def recorded() -> bool:
        sizes.append(wal.stat().st_size)
        return feed.finished.is_set()

    box.agent.until(recorded, "to record on")
    box.rests(len(feed.fixes()))
    assert max(sizes) <= LIMIT
    wire.release()
    await_arrival(box, tracker)
    figure(f"WAL while the tracker hangs: {max(sizes) >> 10} kB at most, {len(box.kept())} commits")

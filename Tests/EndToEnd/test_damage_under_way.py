"""A page of the outbox goes bad while both processes use it."""

from rig.account import PLACE
from rig.books import Books
from rig.damage import PAGE
from rig.drive import OPEN_SKY


def test_the_agent_finds_it_saves_the_rest_and_the_uploader_goes_on(feed, box, wire):
    wire.down()
    agent = box.start_agent()
    box.start_uploader()
    feed.start(rate=150, epochs=9000, step_ms=1000, legs=OPEN_SKY)
    box.keeps(900, within=30)
    feed.stop()
    box.rests(len(feed.fixes()))
    before = box.kept()
    # One page of rows near the beginning, long out of the WAL.
    with box.outbox.open("r+b") as file:
        file.seek(PAGE * 12)
        file.write(b"\xa5" * 400)
    wire.up()

    def delivered() -> bool:
        box.ask("flush")
        state = box.agent_state()
        return state["outbox"]["pending"] == 0 and not state["problem"]

    agent.until(delivered, "to have all delivered", 60)
    agent.says("was damaged")
    assert list(box.outbox.parent.glob("*corrupt*"))
    assert agent.stop() == 0
    books = Books(box)
    assert 0 < books.ledger["shed.damage"] <= 20
    assert books.ledger["delivered"] == len(before) - books.ledger["shed.damage"]
    there = {position.time_ms: position for position in box.history()}
    missing = [position for position in before if position.time_ms not in there]
    assert len(missing) == books.ledger["shed.damage"]
    for position in before:
        if found := there.get(position.time_ms):
            assert abs(found.latitude - position.latitude) <= PLACE
            assert abs(found.longitude - position.longitude) <= PLACE

"""A page of the outbox goes bad while both processes use it."""

from rig.account import PLACE
from rig.books import Books
from rig.damage import damage_under_way
from rig.drive import OPEN_SKY


def test_the_agent_finds_it_saves_the_rest_and_the_uploader_goes_on(feed, box, wire):
    wire.down()
    agent = box.start_agent()
    box.start_uploader()
    feed.start(rate=150, epochs=900, step_ms=1000, legs=OPEN_SKY)
    feed.ends()
    box.rests(len(feed.fixes()))
    before = box.kept()
    damage_under_way(box.outbox, 13)
    wire.up()

    def delivered() -> bool:
        box.ask("flush")
        state = box.agent_state()
        return state["outbox"]["pending"] == 0 and not state["problem"]

    agent.until(delivered, "to have all delivered")
    agent.says("was damaged")
    assert list(box.outbox.parent.glob("*corrupt*"))
    assert agent.stop() == 0
    books = Books(box)
    assert 0 < books.ledger["shed.damage"] <= 20
    assert books.ledger["delivered"] == len(before) - books.ledger["shed.damage"]
    there = {position.time_ms: position for position in box.history()}
    missing = [position for position in before if position.time_ms not in there]
    # The uploader may have read some of that page before.
    assert len(missing) <= books.ledger["shed.damage"]
    for position in before:
        if found := there.get(position.time_ms):
            assert abs(found.latitude - position.latitude) <= PLACE
            assert abs(found.longitude - position.longitude) <= PLACE

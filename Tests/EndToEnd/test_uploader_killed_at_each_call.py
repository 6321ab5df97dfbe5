"""The uploader is killed before each call that writes, syncs, truncates, renames, removes or sends."""

import json
from collections.abc import Callable

from rig.account import check_arrival
from rig.books import Books, dead_letters
from rig.box import Box
from rig.boxes import Base, Boxes
from rig.damage import damage, root_page
from rig.devices import make_older
from rig.figures import figure
from rig.shim import Shim, changes, points
from rig.strikes import KILLED, MOST, begin, check_struck, drain, learn, refused


def test_uploader_killed_while_it_delivers_and_is_refused(boxes, shim, wire, undelivered):
    whole = begin(boxes, undelivered)
    trace = whole.root / "trace"
    assert drain(whole, shim.record(whole.root, trace)) == 0
    struck, tried = 0, points(changes(trace), 2 * MOST, "uploader")
    for at in tried:
        box = begin(boxes, undelivered)
        requests = len(wire.updates())
        struck += drain(box, shim.kill(box.root, at)) == KILLED
        assert drain(box) == 0
        bodies = [exchange.body for exchange in wire.updates()[requests:] if exchange.status == 200]
        # One request was under way: no other that was taken is sent twice.
        assert len(bodies) - len(set(bodies)) <= 1
        poison = refused(box)
        good = [position for position in box.kept() if position.time_ms not in poison]
        check_arrival(good, box.history())
        assert dead_letters(box.delivery) == poison
        learn(box)
        books = Books(box)
        assert (books.ledger["delivered"], books.ledger["dead"], books.shed) == (len(good), len(poison), 0)
        boxes.drop(box)
    check_struck(struck, len(tried))
    figure(f"uploader: {struck} kills, 0 violations")


def test_uploader_killed_while_it_migrates_keeps_the_dead_letters(boxes, shim, undelivered):
    source = undelivered.box
    assert drain(source) == 0
    learn(source)
    dead = dead_letters(source.delivery)
    make_older(source.delivery, "dead_letter")

    def check(box: Box) -> None:
        assert refused(box) == dead != []
        assert len(json.loads(box.ask("dead-letters", "list", "--json"))) == len(dead)

    strike(boxes, shim, undelivered, dead, "uploader that migrates", check)


def test_uploader_killed_while_it_salvages_keeps_the_dead_letters(boxes, shim, undelivered):
    source = undelivered.box
    assert drain(source) == 0
    learn(source)
    dead = dead_letters(source.delivery)
    assert dead == refused(source) != []
    damage(source.delivery, root_page(source.delivery, "ledger"))
    strike(boxes, shim, undelivered, dead, "uploader that salvages")


def strike(
    boxes: Boxes, shim: Shim, base: Base, dead: list[int], what: str, check: Callable[[Box], None] = lambda box: None
) -> None:
    """Kills the uploader before each call, each time on a new copy of the base: the dead letters outlive it."""
    whole = boxes.new(base)
    trace = whole.root / "trace"
    assert drain(whole, shim.record(whole.root, trace)) == 0
    assert dead_letters(whole.delivery) == dead
    struck, tried = 0, points(changes(trace), MOST, what)
    for at in tried:
        box = boxes.new(base)
        struck += drain(box, shim.kill(box.root, at)) == KILLED
        assert drain(box) == 0
        assert dead_letters(box.delivery) == dead
        check(box)
        Books(box)
        boxes.drop(box)
    check_struck(struck, len(tried))
    figure(f"{what}: {struck} kills, 0 violations")

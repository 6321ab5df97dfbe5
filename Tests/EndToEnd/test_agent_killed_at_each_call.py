"""The agent is killed before each call that writes, syncs, truncates, renames, removes or sends."""

from rig.damage import damage, page_of_rows
from rig.strikes import strike_agent


def test_agent_killed_from_an_empty_directory_on(boxes, shim):
    strike_agent(boxes, shim, None, "agent that makes its file")


def test_agent_killed_while_it_takes_note_of_the_delivered_and_deletes_them(boxes, shim, delivered):
    strike_agent(boxes, shim, delivered, "agent with delivered fixes")


def test_agent_killed_while_it_checkpoints_and_begins_its_wal_anew(boxes, shim, full_wal):
    strike_agent(boxes, shim, full_wal, "agent with a full WAL")


def test_agent_killed_while_it_migrates_the_outbox_of_an_older_version(boxes, shim, older):
    boxes.settings |= {"outbox.keep-delivered": "7d"}
    strike_agent(boxes, shim, older, "agent that migrates")


def test_agent_killed_while_it_salvages(boxes, shim, delivered):
    damage(delivered.box.outbox, page_of_rows(delivered.box.outbox))
    boxes.settings |= {"outbox.keep-delivered": "7d"}
    strike_agent(boxes, shim, delivered, "agent that salvages")

"""gpsd utters errors without end, each in other words: the journal of a box must not fill."""

import json
import random
import socket
import threading

import pytest

#: Lines of one level in ten minutes (`RepeatFilter.flood`), and those of a start.
MOST = 60 + 5


@pytest.fixture
def raving():
    """A gpsd that greets, and then only raves."""
    listener = socket.create_server(("127.0.0.1", 0))
    uttered: list[int] = []

    def serve() -> None:
        client, _ = listener.accept()
        with client:
            client.sendall(b'{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\n')
            while True:
                words = "".join(random.choices("abcdefghij ", k=60))
                client.sendall(json.dumps({"class": "ERROR", "message": words}).encode() + b"\n")
                uttered.append(1)

    def run() -> None:
        try:
            serve()
        except OSError:
            return

    threading.Thread(target=run, daemon=True).start()
    yield listener.getsockname()[1], uttered
    listener.close()


def test_the_log_stays_short_and_the_agent_answers(box, raving):
    port, uttered = raving
    box.settings["receiver.port"] = str(port)
    agent = box.start_agent()
    agent.until(lambda: len(uttered) > 20_000, "to hear 20,000 errors")
    assert json.loads(box.ask("status", "--json"))["agent"]["state"] == "no-receiver"
    assert agent.stop() == 0
    assert len(agent.log().splitlines()) <= MOST

"""The demo: a drive goes from a real gpsd through agent, outbox and uploader into a tracker; then all is compared.

Run by `packaging/demo`, which has built the programs.
"""

import argparse
import contextlib
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from rig.account import check_arrival, check_truth
from rig.box import DEVICE, Box
from rig.feed import Feed
from rig.gpsd import Gpsd
from rig.ports import listening
from rig.screen import Screen
from rig.tracker import Position, Tracker

DRIVE_SECONDS = 75
AWAY_FROM, AWAY_UNTIL = 22, 42
#: How long a receiver that is already there may take to find its first fix.
FIRST_FIX_SECONDS = 45


class Demo:
    """Everything that runs, and what has been seen of it so far."""

    def __init__(
        self, folder: Path, screen: Screen, closing: contextlib.ExitStack, gpsd: tuple[str, int] | None
    ) -> None:
        self.screen = screen
        self.feed: Feed | None = None
        host, port = gpsd or ("127.0.0.1", self._simulate(folder, closing))
        self.tracker = Tracker(folder)
        self.tracker.start()
        closing.callback(self.tracker.stop)
        self.box = Box(folder / "box", port, self.tracker.endpoint)
        self.box.settings |= {"receiver.host": host}
        closing.callback(self.box.close)
        self.agent = self.box.start_agent(ready=False)
        self.uploader = self.box.start_uploader()
        self.arrived: list[Position] = []
        self.sky = True

    def _simulate(self, folder: Path, closing: contextlib.ExitStack) -> int:
        self.feed = Feed()
        closing.callback(self.feed.close)
        gpsd = Gpsd(self.feed, folder / "gpsd.log")
        closing.callback(gpsd.kill)
        gpsd.start()
        return gpsd.port

    def first_fix(self) -> None:
        """The vehicle sets off; waits for the first fix that the agent keeps."""
        if self.feed:
            self.feed.start(rate=5)
        self.box.keeps(1, FIRST_FIX_SECONDS)
        self.box.agent_until(lambda state: state["fix"] is not None, "to publish its fix")

    def drive(self) -> None:
        """Shows the fixes arriving, and takes the tracker away for a while."""
        away = False
        while (seconds := self.screen.seconds()) < DRIVE_SECONDS:
            if not away and AWAY_FROM <= seconds < AWAY_UNTIL:
                away = True
                self.tracker.stop()
                self.screen.event("the tracker goes away; the drive goes on")
            elif away and seconds >= AWAY_UNTIL:
                away = False
                self.tracker.start()
                self.screen.event("the tracker is back")
            self.look(reachable=not away)
            self.see_sky()
            time.sleep(0.5)
        if self.feed:
            self.feed.stop()
        self.screen.event("the drive ends")

    def look(self, reachable: bool) -> None:
        """Shows what has arrived since the last look."""
        known = len(self.arrived)
        if reachable:
            self.arrived = self.tracker.history(DEVICE)
        kept = len(self.box.kept())
        if new := self.arrived[known:]:
            self.screen.arrival(new, len(self.arrived), kept)
        self.screen.waiting(kept - len(self.arrived), reachable)

    def see_sky(self) -> None:
        """Says when the receiver loses the sky, and when it has it again."""
        sky = self.box.agent_state().get("fix") is not None
        if sky != self.sky:
            self.screen.event("the receiver has a fix again" if sky else "the receiver has no fix: a tunnel?")
            self.sky = sky

    def settle(self) -> None:
        """Waits until the last fix has arrived, and ends agent and uploader."""
        if self.agent.stop() != 0:
            raise AssertionError(f"the agent did not end well; it said:\n{self.agent.log()}")
        kept = self.box.kept()
        self.uploader.until(lambda: len(self.tracker.history(DEVICE)) >= len(kept), "to deliver the last fixes", 20)
        self.look(reachable=True)
        if self.uploader.stop() != 0:
            raise AssertionError(f"the uploader did not end well; it said:\n{self.uploader.log()}")

    def compare(self) -> None:
        """Reads the history back and compares it with what was kept, and with where the vehicle was."""
        kept, history, arrived = self.box.kept(), self.box.history(), self.tracker.history(DEVICE)
        self.screen.event(
            f"{len(kept)} fixes kept; read back: {len(history)} positions by waypost history, {len(arrived)} by boto3"
        )
        check_arrival(kept, history)
        check_arrival(kept, arrived)
        if self.feed:
            check_truth(kept, self.feed)
        self.screen.event("every kept fix arrived once, in place and time")


def main() -> int:
    parser = argparse.ArgumentParser(prog="packaging/demo")
    parser.add_argument("--gpsd", metavar="HOST:PORT", type=_address)
    gpsd = parser.parse_args().gpsd
    if gpsd and not listening(gpsd[1], gpsd[0]):
        print(f"demo: nobody listens at {gpsd[0]}:{gpsd[1]}; is gpsd.socket running?", file=sys.stderr)
        return 69
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    folder = Path(tempfile.mkdtemp(prefix="waypost-demo-"))
    screen = Screen()
    failed = False
    try:
        with contextlib.ExitStack() as closing:
            demo = Demo(folder, screen, closing, gpsd)
            screen.event("gpsd, tracker, agent and uploader are running")
            demo.first_fix()
            demo.drive()
            demo.settle()
            demo.compare()
    except KeyboardInterrupt:
        screen.event("interrupted")
        return 130
    except Exception as fault:
        failed = True
        screen.event(f"FAILED: {fault}\nThe logs and files are left in {folder}")
        return 1
    finally:
        if not failed:
            shutil.rmtree(folder)
    return 0


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)


if __name__ == "__main__":
    sys.exit(main())

"""Namespaces of the test's own: what is done to the network or to mounts there, nobody outside sees."""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NET, MOUNTS, FILESYSTEM = 0x40000000, 0x20000, 0x200
_NAMES = {NET: "net", MOUNTS: "mnt"}


@contextmanager
def own(kinds: int) -> Iterator[None]:
    """This thread, and whatever it starts, has namespaces of these kinds of its own; skips the test where it may not."""
    libc = ctypes.CDLL(None, use_errno=True)
    outer = [(kind, os.open(f"/proc/thread-self/ns/{name}", os.O_RDONLY)) for kind, name in _NAMES.items() if kinds & kind]
    places = [os.open(place, os.O_RDONLY | os.O_DIRECTORY) for place in ("/", ".")]
    if libc.unshare(kinds) != 0:
        pytest.skip(f"no namespaces of its own for the test: {os.strerror(ctypes.get_errno())}")
    try:
        yield
    finally:
        # Threads that were started here share its root and working directory; who shares them may not go back.
        libc.unshare(FILESYSTEM)
        for kind, descriptor in outer:
            if libc.setns(descriptor, kind) != 0:
                raise OSError(ctypes.get_errno(), "cannot leave the test's own namespace")
            os.close(descriptor)
        if kinds & MOUNTS:
            # A thread that enters a namespace of mounts leaves its chroot (setns(2)).
            os.fchdir(places[0])
            os.chroot(".")
            os.fchdir(places[1])
        for place in places:
            os.close(place)


@contextmanager
def own_network(*resolvers: str, search: str = ".") -> Iterator[None]:
    """A network with nothing in it but loopback, and resolvers at these addresses, else at 127.0.0.1; a name that they
    do not know may lack the domain `search`."""
    with own(NET | MOUNTS):
        ip("link", "set", "lo", "up")
        private_mounts()
        settings = Path("/dev/shm") / f"waypost-resolv-{os.getpid()}"
        servers = [f"nameserver {address}" for address in resolvers or ("127.0.0.1",)]
        settings.write_text("\n".join([*servers, f"search {search}", ""]))
        try:
            subprocess.run(["mount", "--bind", settings, Path("/etc/resolv.conf").resolve()], check=True)
            yield
        finally:
            settings.unlink()


def private_mounts() -> None:
    """What is mounted from now on in this namespace stays in it; skips the test where that cannot be."""
    if subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True).returncode != 0:
        pytest.skip("the root of this chroot is no mount point: what is mounted here could be seen outside the test")


def ip(*arguments: str) -> None:
    """ip(8)."""
    subprocess.run(["ip", *arguments], check=True)

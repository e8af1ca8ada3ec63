"""What an attack does to other visitors: how long pages take, and how much memory all processes hold."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from devtools import say
from devtools.attack.asking import Told, ask
from devtools.attack.instance import Instance

# A visitor's, and the organiser's.
PAGES = (
    "/",
    "/healthz",
    "/accounts/",
    "/e/attacked/",
    "/e/attacked/standings/",
    "/e/attacked/rounds/2/",
    "/api/v1/events/attacked/",
    "/desk/attacked/",
    "/desk/attacked/players/",
    "/desk/attacked/rounds/2/",
)
# One page after the other, whether or not those before have come: a server that stands still is met by all of them.
EVERY, READERS = 0.2, 64
LOOK_AGAIN = 0.1
SETTLED_AFTER = 30
# Milliseconds for 95 of 100 pages; megabytes.
P95, STAYS, ONE_WEB_PROCESS, ONE_HELPER = 300, 100, 100, 512
_HELPER = "tournaments.sandbox.process"
HELD, HIGHEST = "VmRSS", "VmHWM"
_FORGET_HIGHEST = "5"


@dataclass
class Watched:
    """Milliseconds of the pages that were read meanwhile, megabytes of the processes, and what the attack was told."""

    name: str
    attacked: Instance
    told: Told = field(default_factory=Told)
    pages: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    before: dict[int, float] = field(default_factory=dict)
    highest: dict[int, float] = field(default_factory=dict)
    peak: float = 0.0
    after: float = 0.0
    helper: float = 0.0
    ended: float = 0.0

    @property
    def p95(self) -> float:
        return sorted(self.pages)[int(len(self.pages) * 0.95)] if self.pages else 0.0

    @property
    def pages_in_words(self) -> str:
        return f"{len(self.pages)} pages meanwhile: p95 {self.p95:.0f} ms, worst {max(self.pages, default=0):.0f} ms"

    @property
    def web_growth(self) -> float:
        """The most that a process of the web server has grown by."""
        return max((self.highest.get(pid, was) - was for pid, was in self.before.items()), default=0.0)

    def faults(self) -> list[str]:
        """What of this must not be."""
        limits = {
            f"95 of 100 pages in {P95} ms": self.p95 <= P95,
            "every page answers": not self.failed,
            f"memory back within {STAYS} MB": self.after - sum(self.before.values()) <= STAYS,
            f"no web process {ONE_WEB_PROCESS} MB up": self.web_growth <= ONE_WEB_PROCESS,
            f"no helper over {ONE_HELPER} MB": self.helper <= ONE_HELPER,
        }
        return [name for name, holds in limits.items() if not holds] + self.told.faults

    def settle(self) -> None:
        """Wait until it is as long over as memory may take to go back."""
        time.sleep(max(0.0, self.ended + SETTLED_AFTER - time.monotonic()))
        self.after = sum(memory_of(self.attacked.server).values())

    def show(self) -> None:
        told = ", ".join(f"{word} x {count}" for word, count in sorted(self.told.answers.items()))
        say(f"{self.name} on {self.attacked.name}: {told}")
        say(f"  {self.pages_in_words}")
        say(
            f"  MB of all processes: {sum(self.before.values()):.0f} before, {self.peak:.0f} at the peak,"
            f" {self.after:.0f} {SETTLED_AFTER} s after; one web process {self.web_growth:.0f} up, one helper"
            f" {self.helper:.0f}"
        )
        for failure, count in self.failed.items():
            say(f"  page: {failure} x {count}")
        for fault, count in Counter(self.faults()).items():
            say(f"  NOT HELD: {fault}{f' x {count}' if count > 1 else ''}")


@contextmanager
def watching(name: str, attacked: Instance, may_ask_to_try_again: bool = False) -> Iterator[Watched]:
    """Read pages and the memory of the server and its children while the body runs."""
    seen, over = Watched(name, attacked), threading.Event()
    seen.before = memory_of(attacked.server)
    for pid in seen.before:
        with suppress(OSError):  # a helper may just have ended
            Path(f"/proc/{pid}/clear_refs").write_text(_FORGET_HIGHEST)
    threads = [
        threading.Thread(target=_read_pages, args=(seen, over, may_ask_to_try_again)),
        threading.Thread(target=_look_at_memory, args=(seen, over)),
    ]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        over.set()
        for thread in threads:
            thread.join()
        seen.ended = time.monotonic()


def _read_pages(seen: Watched, over: threading.Event, may_ask_to_try_again: bool) -> None:
    def read(path: str) -> None:
        began = time.monotonic()
        answer = ask(seen.attacked.address, "GET", path, headers=seen.attacked.owner)
        seen.pages.append(1000 * (time.monotonic() - began))
        if answer.status != 200 and not (may_ask_to_try_again and answer.asks_to_try_again):
            seen.failed[f"{path}: {answer.word}"] += 1

    paths = cycle(PAGES)
    with ThreadPoolExecutor(READERS) as readers:
        while not over.wait(EVERY):
            readers.submit(read, next(paths))


def _look_at_memory(seen: Watched, over: threading.Event) -> None:
    while not over.wait(LOOK_AGAIN):
        seen.peak = max(seen.peak, sum(memory_of(seen.attacked.server).values()))
        for pid, megabytes in memory_of(seen.attacked.server, HIGHEST).items():
            if _HELPER in _command(pid):
                seen.helper = max(seen.helper, megabytes)
            elif pid in seen.before:
                seen.highest[pid] = max(seen.highest.get(pid, 0.0), megabytes)


def memory_of(server: int, what: str = HELD) -> dict[int, float]:
    """Megabytes that a process and each of its descendants hold, or the most they have held."""
    parents = {int(stat.parent.name): _parent(stat) for stat in Path("/proc").glob("[0-9]*/stat")}
    family = {server}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return {pid: megabytes for pid in family if (megabytes := _megabytes(pid, what))}


def _parent(stat: Path) -> int:
    with suppress(OSError):  # it has ended
        return int(stat.read_text().rpartition(")")[2].split()[1])
    return 0


def _megabytes(pid: int, what: str) -> float:
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:")), 0.0)
    return 0.0


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""

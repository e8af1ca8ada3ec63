"""`dev.py attack`: what many people at once, or an attacker, can do to a separate instance; bounded.

attack                  everything, on SQLite and on PostgreSQL with Redis where they answer on this machine
attack NAME ...         only these:
{attacks}

For each it prints locust's table of the answers and how long they took, and how much memory the processes held. It
exits with 1 if a limit was broken. The data of this working copy is not touched: folder, database and web server are
made for the attack and deleted after it.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from devtools import PYTHON, ROOT, say
from devtools.attack.instance import Inside, Instance, instance, places

FOLDER = Path(__file__).parent
LOOK_AGAIN, SETTLED_AFTER = 0.1, 30
# Megabytes.
STAYS, ONE_WEB_PROCESS, ONE_HELPER = 100, 100, 512
HELPER = "tournaments.sandbox.process"


class Attack(NamedTuple):
    """A script of locust with the classes of people who take part, the part inside, and the most seconds it lasts."""

    script: str
    people: str
    about: str
    seconds: int = 300
    inside: str = "nothing"


ATTACKS = {
    "memory": Attack(
        "strangers", "Asking", "the largest round robins, brackets and schedules the open tools take"
    ),
    "work": Attack(
        "strangers", "Working", "documents that are hard to pair, and documents of 300,000 players"
    ),
    "uploads": Attack(
        "strangers", "Sending", "workbooks that unpack to much, and the longest documents and lists"
    ),
    "sockets": Attack(
        "strangers", "Holding", "bodies and heads that arrive byte by byte, and answers read so"
    ),
    "accounts": Attack("strangers", "Guessing", "wrong passwords, new accounts, reset letters, searches"),
    "storm": Attack(
        "crowds",
        "Reader Corrector",
        "readers beside writers: nobody may be shown half of a change",
        120,
        "storm",
    ),
    "secrets": Attack(
        "strangers", "", "seeds in what a scorekeeper can read, keys in a copy of the database", 10, "secrets"
    ),
    "cuts": Attack(
        "cuts", "Table", "twenty who enter results while the database keeps going away", 30, "cuts"
    ),
    "crowd": Attack(
        "crowds", "Phone Desk", "300 phones on their own pages for ten minutes of two rounds", 600, "crowd"
    ),
}


QUIET = Attack("strangers", "", "nobody attacks", 6)


class Memory:
    """Megabytes of the processes of an instance, looked at while an attack goes on."""

    def __init__(self, server: int) -> None:
        self.server, self.over = psutil.Process(server), threading.Event()
        self.before = self.now()
        self.peak = self.helper = self.web = 0.0
        threading.Thread(target=self.look, daemon=True).start()

    def now(self) -> dict[int, float]:
        family = [self.server, *self.server.children(recursive=True)]
        return {one.pid: one.memory_info().rss / 2**20 for one in family}

    def look(self) -> None:
        while not self.over.wait(LOOK_AGAIN):
            with suppress(psutil.Error):  # one of them may just have ended
                held = self.now()
                helpers = [pid for pid in held if HELPER in " ".join(psutil.Process(pid).cmdline())]
                self.peak = max(self.peak, sum(held.values()))
                self.web = max(self.web, *(held.get(pid, 0) - was for pid, was in self.before.items()))
                self.helper = max(self.helper, *(held[pid] for pid in helpers), 0)

    def faults(self) -> list[str]:
        """What of it must not be, once it had time to go back."""
        self.over.set()
        time.sleep(SETTLED_AFTER)
        before, after = sum(self.before.values()), sum(self.now().values())
        say(
            f"  MB of all processes: {before:.0f} before, {self.peak:.0f} at the peak, {after:.0f} when it has settled"
        )
        say(f"  MB that one web process has grown by: {self.web:.0f}; of one helper: {self.helper:.0f}")
        limits = {
            f"memory back within {STAYS} MB": after - before <= STAYS,
            f"no web process {ONE_WEB_PROCESS} MB up": self.web <= ONE_WEB_PROCESS,
            f"no helper over {ONE_HELPER} MB": self.helper <= ONE_HELPER,
        }
        return [name for name, holds in limits.items() if not holds]


def run(attack: Attack, attacked: Instance) -> list[str]:
    """Limits that were not held. What locust has found is printed by locust."""
    inside, memory = Inside(attacked.env, attack.inside, attacked.address), Memory(attacked.server)
    with tempfile.NamedTemporaryFile("r") as known:
        code = locust(attack, attacked, {**attacked.given, **inside.given}, known.name)
        faults = inside.faults(known.read() or "{}")
    return ["an answer or a limit above"] * (code != 0) + faults + memory.faults()


def locust(attack: Attack, attacked: Instance, given: dict[str, Any], known: str) -> int:
    env = {**os.environ, "ATTACKED": json.dumps(given), "ATTACK_KNOWN": known, "PYTHONPATH": str(ROOT)}
    script = str(FOLDER / f"{attack.script}.py")
    words = "--headless --only-summary --loglevel ERROR --stop-timeout 95 --users 1000 --spawn-rate 100"
    words += f" --run-time {attack.seconds} --host {attacked.address} Visitor {attack.people}"
    return subprocess.call([PYTHON, "-m", "locust", "-f", script, *words.split()], env=env, cwd=ROOT)


def main(arguments: Sequence[str]) -> int:
    given = parsed(arguments)
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))  # servers and databases go with us
    faults = 0
    with ExitStack() as stack:
        running = [stack.enter_context(instance(*place)) for place in places(given.database, given.redis)]
        for attacked in running:
            # A server is not attacked in its first second. The second time shows how fast this machine is.
            for _time in range(2):
                say(f"nobody attacks {attacked.name}")
                locust(QUIET, attacked, attacked.given, os.devnull)
        for name, attacked in product(given.attacks or ATTACKS, running):
            say(f"{name} on {attacked.name}: {ATTACKS[name].about}")
            for fault in run(ATTACKS[name], attacked):
                say(f"  NOT HELD: {fault}")
                faults += 1
    say("every limit was held" if not faults else f"{faults} limits were not held")
    return 1 if faults else 0


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    attacks = "\n".join(f"    {name:9} {attack.about}" for name, attack in ATTACKS.items())
    parser = argparse.ArgumentParser(
        prog="dev.py attack", description=(__doc__ or "").format(attacks=attacks)
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("attacks", nargs="*", metavar="NAME")
    parser.add_argument(
        "--database", metavar="URL", default="", help="postgres://USER@HOST:PORT/NAME, or sqlite"
    )
    parser.add_argument("--redis", metavar="URL", default="", help="redis://HOST:PORT/NUMBER, an empty one")
    given = parser.parse_args(arguments)
    if unknown := set(given.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

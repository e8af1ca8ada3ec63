"""`dev.py attack`: what many people at once, or an attacker, can do to a separate instance; bounded.

attack                  everything, on SQLite and on PostgreSQL with Redis where they answer on this machine
attack NAME ...         only these:
{attacks}

For each it prints the answers, how long pages took, and how much memory the processes held. It exits with 1 if a
limit was broken. The data of this working copy is not touched: folder, database and web server are made for the
attack and deleted after it.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product

from devtools import say
from devtools.attack.asking import Told
from devtools.attack.catalogue import ATTACKS, Attack
from devtools.attack.instance import Instance, inside, instance
from devtools.attack.places import SQLITE, places
from devtools.attack.watch import Watched, watching

QUIET_SECONDS = 4


def main(arguments: list[str]) -> int:
    given = _parsed(arguments)
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))  # servers and databases go with us
    chosen = [attack for name, attack in ATTACKS.items() if name in (given.attacks or ATTACKS)]
    with ExitStack() as stack:
        running = [stack.enter_context(instance(place)) for place in places(given.database, given.redis)]
        faults = run(chosen, running)
    say("every limit was held" if not faults else f"{faults} limits were not held")
    return 1 if faults else 0


def run(attacks: Sequence[Attack], instances: Sequence[Instance]) -> int:
    """How many limits were not held. While memory settles in one instance, another is attacked."""
    for attacked in instances:
        _visit(attacked)
    faults, settling = 0, dict[str, Watched]()

    def finish(name: str) -> int:
        if (seen := settling.pop(name, None)) is None:
            return 0
        seen.settle()
        seen.show()
        return len(seen.faults())

    for attack, attacked in product(attacks, instances):
        faults += finish(attacked.name)
        with watching(attack.name, attacked, attack.pages_may_ask_to_try_again) as seen:
            seen.told = Told(**inside(attacked.surroundings, attack.name, attacked.address))
        settling[attacked.name] = seen
    return faults + sum(finish(name) for name in list(settling))


def _visit(attacked: Instance) -> None:
    """What everybody asks for has been asked for before: a server is not attacked in its first second. The second time
    shows how fast this machine is.
    """
    for _time in range(2):
        with watching("nobody attacks", attacked) as seen:
            time.sleep(QUIET_SECONDS)
    say(f"nobody attacks {attacked.name}: {seen.pages_in_words}")


def _parsed(arguments: list[str]) -> argparse.Namespace:
    width = max(map(len, ATTACKS))
    attacks = "\n".join(f"    {attack.name:{width}}  {attack.about}" for attack in ATTACKS.values())
    parser = argparse.ArgumentParser(
        prog="dev.py attack",
        description=(__doc__ or "").format(attacks=attacks),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("attacks", nargs="*", metavar="NAME")
    parser.add_argument(
        "--database", metavar="URL", default="", help=f"postgres://USER@HOST:PORT/NAME, or {SQLITE}"
    )
    parser.add_argument("--redis", metavar="URL", default="", help="redis://HOST:PORT/NUMBER, an empty one")
    given = parser.parse_args(arguments)
    if unknown := set(given.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

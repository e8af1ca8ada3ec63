"""`dev.py attack`: what many people at once, or somebody who means harm, can do to an instance of its own; bounded.

attack                 everything, on SQLite, or on a database of its own on the server of --database
attack storm           three who write beside many who read: nobody may be shown half of a change

The data of this working copy is not touched: folder, database and web server are made for the attack, and are gone
after it.
"""

from __future__ import annotations

import argparse
import sys

from devtools.attack.instance import instance


def main(arguments: list[str]) -> int:
    given = _parsed(arguments)
    with instance(given.database) as address:
        # Only now: it needs the settings and the tables of that instance.
        from devtools.attack import storm

        return storm.run(address, given.requests)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py attack", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("attack", nargs="?", choices=["storm"], default="storm")
    parser.add_argument("--database", metavar="URL", default="", help="postgres://USER@HOST:PORT/NAME")
    parser.add_argument("--requests", type=int, default=1400, help="how many reads (1400)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

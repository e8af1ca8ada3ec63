"""`dev.py faults`: sixty faults, planted one at a time, and which test finds each of them.

faults draw             draw the fifty faults of the mutation tool and print them; --write puts them into the list
faults replace ID FILE  draw another fault of the same kind as ID in FILE, for one whose code is gone
faults list             the faults, where each of them is now, and which have lost their code
faults contexts         run the whole suite once and note which test executes which line, and how long each takes
faults run [ID ...]     plant them (all, or these), run the test that found each last time, else those that execute
                        its lines, print and keep a table of what was found; continues after an interruption
"""

from __future__ import annotations

import argparse
import signal
import sys


def main(arguments: list[str]) -> None:
    """Each part is imported when it is asked for: drawing needs a tool the others do without."""
    given = _parsed(arguments)
    # The copies, and what runs in them, go with us.
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))
    if given.word in {"draw", "replace"}:
        from devtools.faults import drawing
        from devtools.faults.mutating import CosmicRay

        if given.word == "draw":
            drawing.draw(CosmicRay(), write=given.write)
        else:
            drawing.replace(CosmicRay(), given.id, given.file)
    elif given.word == "list":
        from devtools.faults import planting

        planting.show()
    else:
        from devtools.faults import running

        if given.word == "contexts":
            running.contexts()
        else:
            running.run(given.ids, record=given.record, again=given.again)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py faults", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    words = parser.add_subparsers(dest="word", required=True)
    words.add_parser("draw").add_argument("--write", action="store_true")
    replace = words.add_parser("replace")
    replace.add_argument("id", metavar="ID")
    replace.add_argument("file", metavar="FILE")
    words.add_parser("list")
    words.add_parser("contexts")
    run = words.add_parser("run")
    run.add_argument("ids", nargs="*", metavar="ID")
    run.add_argument(
        "--record", metavar="NAME", default="", help="keep the table as NAME.json beside the list"
    )
    run.add_argument("--again", action="store_true", help="forget what an interrupted run had found out")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])

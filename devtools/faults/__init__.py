"""`dev.py faults`: sixty faults to be planted one at a time, to see whether a test finds them.

faults draw             draw the fifty faults of the mutation tool and print them; --write puts them into the list
faults replace ID FILE  draw another fault of the same kind as ID in FILE, for one whose code is gone
faults list             the faults, where each of them is now, and which have lost their code
"""

from __future__ import annotations

import argparse


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="dev.py faults", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    words = parser.add_subparsers(dest="word", required=True)
    draw = words.add_parser("draw")
    draw.add_argument("--write", action="store_true")
    replace = words.add_parser("replace")
    replace.add_argument("id", metavar="ID")
    replace.add_argument("file", metavar="FILE")
    words.add_parser("list")
    _do(parser.parse_args(arguments))


def _do(given: argparse.Namespace) -> None:
    """Each part is imported when it is asked for: drawing needs a tool the others do without."""
    if given.word == "list":
        from devtools.faults import planting

        planting.show()
        return
    from devtools.faults import drawing

    if given.word == "draw":
        drawing.draw(write=given.write)
    else:
        drawing.replace(given.id, given.file)

"""`python -m pairwright engine ...`: the engine on the command line of bbpPairings (docs/engine.md)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pairwright.engine import INVALID_REQUEST, run

USAGE = "usage: pairwright engine ..., as bbpPairings is called"


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the first word says. Returns the exit code."""
    match sys.argv[1:] if argv is None else argv:
        case ["engine", *words]:
            return run(words)
        case _:
            print(USAGE, file=sys.stderr)
            return INVALID_REQUEST


if __name__ == "__main__":
    sys.exit(main())

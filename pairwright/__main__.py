"""Runs live tournament events; pairs and checks event documents and FIDE reports.

usage: pairwright [start] [OPTION ...]    start the site; `pairwright start --help` has the options
       pairwright WORD ...                `pairwright WORD --help` explains a word

Documents and reports, without a database:
    pair FILE            the next round, with reasons
    standings FILE       places, points and tie-breaks
    decide STATE         which matches the table queue calls next
    recheck FILE         every past round paired again and compared
    repair FILE          repairs of a round that is paired already
    seating              a schedule for four at a table
    lots                 the lots of a league or a round, to be computed again
    random_event         an event made up from a seed
    simulate SPEC        tie-break orders compared in simulated events; needs pairwright[lab]
    study NAME           a published study computed again; those that simulate need pairwright[lab]
    engine               the command line of bbpPairings

The site, in the folder that DATA_DIR names (`pairwright start` prints it):
    prepare              make the database, or bring it to this version, as `start` does
    demo                 load demo events
    account              create, disable or enable an account
    sign_in_link NAME    a link that signs somebody in once
    backup               copy the database, also during an event
    restore FILE         a site, or one event, from such a copy
    hand_over, take_over move an event to another installation
    hide_event           hide a public event from all but its staff
    empty_bin            delete what has been in the bin for 30 days
    replay EVENT         check the log of an event
    problem_report       versions, settings without secrets, the last errors: for whoever helps
    warm                 compile simulations ahead of time

Other words are Django's: `pairwright help` lists them. `pairwright --version` prints the version.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from pairwright import sources
from pairwright.terminal import say

# Who has commands of the site, each a file in its folder `management/commands`. Django would ask the settings, and
# these make the data folder.
HAVE_COMMANDS = (
    "tournaments", "accounts", "config", "django/core", "django/contrib/staticfiles", "django/contrib/sessions",
    "django/contrib/contenttypes", "django/contrib/auth", "axes", "drf_spectacular", "rest_framework",
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the first word says; without one, start the site. Returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if os.name == "nt" and not sys.flags.utf8_mode:
        # There files and terminals are not UTF-8 by themselves, as everywhere else; this can only be said at the start.
        return subprocess.call([sys.executable, "-X", "utf8", "-m", "pairwright", *words])
    sources.put_on_path()
    match words:
        case ["engine", *of_engine]:
            from pairwright import engine

            return engine.run(of_engine)
        case ["-h" | "--help"]:
            print(__doc__)
        case [] | ["start", *_]:
            from pairwright.start import run

            return run.run(words[1:])
        case [option, *_] if option.startswith("-") and option != "--version":
            from pairwright.start import run

            return run.run(words)
        case [word, *_] if not is_command(word):
            say(f"There is no command {word!r}: `pairwright --help` lists them.", sys.stderr)
            return 2
        case _:
            sources.set_variables()
            import manage

            sys.argv = ["pairwright", *words]
            manage.main()
    return 0


def is_command(word: str) -> bool:
    """Whether Django knows the word, or it is one of ours for the site."""
    places = (
        Path(place, *rest, "management", "commands", f"{word}.py")
        for top, *rest in (name.split("/") for name in HAVE_COMMANDS)
        if (spec := find_spec(top))
        for place in spec.submodule_search_locations or ()
    )
    known = word in ("help", "version", "--version")
    return known or (word.isidentifier() and word[0] != "_" and any(place.is_file() for place in places))


if __name__ == "__main__":
    sys.exit(main())

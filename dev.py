#!/usr/bin/env python3
"""Everything a working copy needs, with nothing but Python's standard library.

    python3 dev.py WORD        (or: make WORD)

    run      install what is missing, make the database and a demo event, start everything, print the address
    demo     load one more demo event and print its sign-in
    setup    only build the environment in .venv, with all tools
    test     the whole test suite, in parallel; further arguments go to pytest
    check    style, types, pages, import directions, migrations, lock files, the published API description
    layout   lay out Python, templates, style sheets and scripts as `check` wants them
    sweep    the wide nets: layouts of all pages, fuzzing, random events by seed; continues where it was interrupted
    browser  only the tests that drive a real browser
    bench    measure and print figures; bench --base COMMIT [ROWS] in turns against an older state
    faults   sixty planted faults, and whether the tests find them; `dev.py faults -h` lists its words
    attack   what strangers and crowds can do, on an instance of its own; `dev.py attack -h` lists the attacks
    docs     write the generated parts of docs/ again
    inventory write docs/inventory/ again: what must not vanish
    messages collect the texts for the translators (or: messages LANGUAGE to begin one) and build the .mo files
    wheel    build dist/pairwright-VERSION-py3-none-any.whl, which runs without a working copy; wheel FOLDER: there
    lock     resolve the dependencies of pyproject.toml again and write all lock files

Variables: LAN=1 (`run` lets phones on the network in) or LAN=0 (it does not, and does not ask), HOST and PORT (where it
listens), WEB_WORKERS (its processes), NO_UV=1 (`run` installs with pip), PYTEST_WORKERS (test processes), and all of
.env.example.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# Words for which .venv has to hold the tools as well as what runs: those of `devtools.checks`, and modules of devtools
# that run under its Python.
CHECKS = "test check layout browser bench docs lock sweep".split()
MODULES = "attack faults inventory messages wheel".split()


def need_python() -> None:
    """Go on under a newer Python where this one is too old, or say what to install."""
    if os.name != "posix":
        sys.exit("This needs Linux, macOS or WSL. On Windows use WSL, or the containers of docs/deploy.md.")
    # As a plain tuple: type checkers and linters would decide this for the oldest Python supported.
    if tuple(sys.version_info) >= (3, 11):
        return
    for minor in (13, 12, 11):
        newer = shutil.which("python3." + str(minor))
        # A version manager leaves a stand-in on the PATH for every Python it knows; most refuse to start.
        if newer and subprocess.call([newer, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(newer, [newer] + sys.argv)  # noqa: RUF005
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] + ".")


def main(word: str, arguments: list[str]) -> None:
    from devtools import PYTHON, ROOT, checks, must, site
    from devtools.install import install
    from pairwright import sources

    if word == "run":
        install(everything=False)
        os.environ["DATA_DIR"] = str(sources.data_folder())  # as seen from here
        must(PYTHON, __file__, "_prepare")
        os.chdir(ROOT)
        os.execv(PYTHON, [str(PYTHON), "-m", "pairwright", "start", "--demo"])
    elif word == "_prepare":
        site.prepare()
    elif word == "_translations":
        site.translations()
    elif word in {"setup", *CHECKS, *MODULES}:
        install(everything=True)
        must(PYTHON, __file__, "_translations")
        if word in MODULES:
            must(PYTHON, "-m", f"devtools.{word}", *arguments)
        elif word in CHECKS:
            getattr(checks, word)(arguments)
    elif word == "demo":
        install(everything=False)
        must(PYTHON, "manage.py", "demo", *arguments)
    else:
        sys.exit(f"There is no word {word!r}.\n\n{__doc__}")


if __name__ == "__main__":
    need_python()
    if len(sys.argv) < 2 or sys.argv[1] in {"-h", "--help", "help"}:
        print(__doc__)
    else:
        try:
            main(sys.argv[1], sys.argv[2:])
        except KeyboardInterrupt:
            sys.exit(130)

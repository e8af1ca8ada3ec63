"""Imports point one way: the contracts in pyproject.toml, under [tool.importlinter], are kept by `make check`.

Here is what no contract says.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap

from tests.architecture.source import ROOT, python_files, shown

BLOCKED = "accounts celery config django knox redis rest_framework rules tournaments".split()

IMPORT_EVERYTHING = """
    import importlib, pkgutil, sys

    class Refuse:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in BLOCKED:
                raise ImportError("blocked: " + name)

    sys.meta_path.insert(0, Refuse())
    import pairing
    for module in pkgutil.walk_packages(pairing.__path__, "pairing."):
        importlib.import_module(module.name)
    print(len([name for name in sys.modules if name.startswith("pairing")]))
"""

PAIR_WITHOUT_NUMBERS = """
    import sys
    import pairing, pairing.engine, pairing.systems, pairing.tiebreaks
    print(sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "numba", "scipy", "rustworkx"}))
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    code = f"BLOCKED = {BLOCKED!r}\n" + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_whole_core_can_be_imported_where_django_is_not_installed() -> None:
    done = python(IMPORT_EVERYTHING)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= len(python_files("pairing")) > 5


def test_pairing_a_small_event_does_not_wait_for_numeric_libraries() -> None:
    done = python(PAIR_WITHOUT_NUMBERS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_only_one_module_reads_the_environment() -> None:
    # The backup hands its own surroundings on to pg_dump.
    allowed = {"config/env.py", "tournaments/management/commands/backup.py"}
    # Entry points name the settings module before Django is there to be asked.
    entries = {"config/asgi.py", "config/celery.py", "config/wsgi.py"}
    readers = {
        shown(path)
        for path in python_files("accounts", "config", "pairing", "research", "tournaments")
        if "os.environ" in path.read_text() or "getenv" in path.read_text()
    }
    assert readers <= allowed | entries, f"read the environment in config/env.py instead of {readers}"
    for entry in entries & readers:
        uses = [line for line in (ROOT / entry).read_text().splitlines() if "os.environ" in line]
        assert uses == ['os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")'], entry


def test_times_are_formatted_and_zones_entered_in_one_place() -> None:
    """A page that found its event by itself would show the times of the server, a filter of its own another format."""
    by_itself = [
        shown(p)
        for p in python_files("tournaments/desk", "tournaments/public", "tournaments/web")
        if "import event_by_slug" in p.read_text()
    ]
    assert by_itself == ["tournaments/web/finding.py"]
    formats = re.compile(r"strftime|\b(?:date|time)_format\b")
    places = [shown(p) for p in python_files("accounts", "tournaments") if formats.search(p.read_text())]
    assert places == ["tournaments/moments.py"]
    # What a program reads in `datetime="…"` is no format for people.
    filters = re.compile(r"""\|(?:date|time)\b(?!:'(?:c|Y-m-d)')""")
    pages = [shown(p) for p in sorted((ROOT / "templates").rglob("*")) if p.is_file()]
    assert [page for page in pages if filters.search((ROOT / page).read_text())] == []


def test_no_hidden_machinery_in_models() -> None:
    """No signals, no save() of our own, no generic foreign keys: what a write does stands in a service."""
    for path in python_files("tournaments", "accounts"):
        text = path.read_text()
        for hidden in ("django.db.models.signals", "django.dispatch", "GenericForeignKey", "def save(self"):
            if "forms" in path.parts or path.stem.endswith(("forms", "_form")):
                continue
            assert hidden not in text, f"{shown(path)} uses {hidden}"

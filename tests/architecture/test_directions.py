"""Imports point one way: the contracts in pyproject.toml, under [tool.importlinter], are kept by `make check`.

Here is what no contract says.
"""

import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache

import grimp
import networkx

from tests.architecture.source import ROOT, python_files, shown

HOUSE = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pairwright"]
BAND = {noun: number for number, band in enumerate(HOUSE["bands"]) for noun in band.split()}
FRAME, PAGES = set(HOUSE["frame"].split()), set(HOUSE["pages"].split())

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


@cache
def imports() -> tuple[tuple[str, str], ...]:
    """Who imports whom in `tournaments`, imports inside functions counted."""
    graph = grimp.build_graph("tournaments")
    return tuple(
        (module, other)
        for module in sorted(graph.modules)
        for other in sorted(graph.find_modules_directly_imported_by(module))
    )


def noun_of(module: str) -> str:
    return module.split(".")[1]


def kind_of(module: str) -> str:
    """Of a page, an endpoint or a form which of these it is; "" of what can be done and asked."""
    parts = module.split(".")
    if parts[1] in FRAME:
        return parts[1]
    return parts[2] if len(parts) > 2 and parts[2] in PAGES else ""


def upwards() -> Iterator[str]:
    for module, other in imports():
        arrow = f"{module} -> {other}"
        kind, other_kind = kind_of(module), kind_of(other)
        if not kind:
            if other_kind or BAND[noun_of(other)] > BAND[noun_of(module)]:
                yield arrow
        elif not other_kind or module.endswith("urls"):
            continue
        elif noun_of(other) not in FRAME | {noun_of(module)}:
            yield arrow  # somebody else's page: what pages share stands in the frame
        elif {kind, other_kind} <= {"desk", "public", "api"} and kind != other_kind:
            yield arrow


def test_nouns_import_their_band_and_those_before_it_and_pages_no_page_of_another_noun() -> None:
    assert list(upwards()) == []


def test_no_module_of_the_event_imports_itself_by_way_of_others() -> None:
    circles = networkx.strongly_connected_components(networkx.DiGraph(imports()))
    assert [sorted(circle) for circle in circles if len(circle) > 1] == []


def test_every_folder_stands_in_one_band_or_in_the_frame() -> None:
    folders = {path.stem for path in (ROOT / "tournaments").iterdir() if not path.name.startswith("__")}
    assert folders == BAND.keys() | FRAME
    assert BAND.keys() & FRAME == set()


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
    # Backup and restore hand their own surroundings on to the programs they start.
    allowed = {"config/env.py", "tournaments/management/copies.py"}
    # What starts a site says in variables how, before there are settings.
    allowed |= {"pairwright/sources.py", *map(shown, python_files("pairwright/start"))}
    # Entry points name the settings module before Django is there to be asked.
    entries = {"config/asgi.py", "config/celery.py", "config/wsgi.py"}
    readers = {
        shown(path)
        for path in python_files("accounts", "config", "pairing", "pairwright", "research", "tournaments")
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
        for p in python_files("tournaments")
        if "import event_by_slug" in p.read_text() and "api" not in p.parts and p.stem != "api"
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
        for hidden in ("django.db.models.signals", "django.dispatch", "GenericForeignKey"):
            assert hidden not in text, f"{shown(path)} uses {hidden}"
        is_of_models = "models" in (path.parent.name, path.stem)
        assert not (is_of_models and "def save(self" in text), f"{shown(path)} saves by itself"

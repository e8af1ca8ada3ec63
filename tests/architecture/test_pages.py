"""Templates, style sheets and scripts: what holds of all of them (docs/pages.md)."""

import re
from pathlib import Path

from django.template.loader import get_template

from config.laid_out import INDENTATION
from tests.architecture.source import ROOT, shown

LINE = 120
SCRIPT = 250
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
SCRIPTS = sorted(path for tree in ("static/js", "tests/scripts") for path in (ROOT / tree).rglob("*.js"))
NAMED = re.compile(r"""\{% (?:include|extends) ["']([^"']+)["']""")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT / "templates").as_posix()


def test_no_line_is_longer_than_120_characters() -> None:
    long = [
        f"{shown(path)}:{number}"
        for path in (*TEMPLATES, *SHEETS, *SCRIPTS)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LINE
    ]
    assert long == []


def test_no_script_has_more_than_250_lines() -> None:
    """Comments and blank lines count too. It says when to look for a second job, not that a short module has one."""
    lines = {shown(path): len(path.read_text().splitlines()) for path in SCRIPTS}
    assert {name: count for name, count in lines.items() if count > SCRIPT} == {}


# The scripts that keep state, with those that work it out; to be continued.
TYPED = {
    "static/js": (
        "backoff live live-pace outbox outbox-post outbox-store part screen screen-columns screen-turns stored"
    ),
    "static/js/desk": "entry order queue row-states rows saving",
}


def test_the_scripts_that_keep_state_are_typed() -> None:
    """`dev.py check` holds a script against its types where its first line says so."""
    for folder, names in TYPED.items():
        for name in names.split():
            first, *_others = (ROOT / folder / f"{name}.js").read_text().splitlines()
            assert first == "// @ts-check", name


def test_every_template_compiles_and_those_it_names_are_there() -> None:
    """In one case: Django names the template, and hundreds of cases cost more than what they look at."""
    for path in TEMPLATES:
        get_template(name_of(path))
        for name in NAMED.findall(path.read_text()):
            get_template(name)


def test_indentation_is_not_sent_and_lines_keep_their_numbers() -> None:
    """Where blanks at the beginning of a line mean something, nothing may take them away."""
    for path in TEMPLATES:
        text = path.read_text()
        if path.suffix == ".html":
            assert INDENTATION.sub("\n", text).count("\n") == text.count("\n")
            for shown_as_it_is in re.findall(r"<(?:pre|textarea)\b.*?</(?:pre|textarea)>", text, re.DOTALL):
                assert not INDENTATION.search(shown_as_it_is), shown(path)


SHEET = re.compile(r"""\{% static ["'](css/[\w/-]+\.css)["'] %\}""")
ELEMENTS, FONTS = "css/elements.css", "css/fonts.css"
PARENT = re.compile(r"""\{% extends ["']([^"']+)["']""")


def sheets_of(name: str) -> set[str]:
    """Those a page names, and those of the pages it extends."""
    text = (ROOT / "templates" / name).read_text()
    found = set(SHEET.findall(text))
    return found.union(*(sheets_of(parent) for parent in PARENT.findall(text)))


def test_every_sheet_is_loaded_and_no_page_loads_more_than_four() -> None:
    loaded = {name: sheets_of(name) for name in map(name_of, TEMPLATES) if name.endswith(".html")}
    assert {name: found for name, found in loaded.items() if len(found - {ELEMENTS, FONTS}) > 4} == {}
    assert set().union(*loaded.values()) == {path.relative_to(ROOT / "static").as_posix() for path in SHEETS}


def test_a_component_is_given_all_it_reads() -> None:
    """Nothing of the page reaches it by accident, so it can be read, and changed, without the pages."""
    calls = re.compile(r"""\{% include ["']components/(?!messages)[^%]*%\}""")
    loose = [
        f"{shown(path)}: {call}"
        for path in TEMPLATES
        for call in calls.findall(path.read_text())
        if not call.endswith(" only %}")
    ]
    assert loose == []

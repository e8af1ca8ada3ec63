"""Every refusal is declared once, in a catalogue, and raised from there with what its sentence needs."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from tournaments.management.commands import refusals_docs
from tournaments.management.commands.refusals_docs import catalogues, for_programs
from tournaments.steps.refusals import Common, Refusal, ServiceError

TOP = Path(settings.BASE_DIR) / "tournaments"
DECLARED = set(TOP.rglob("refusals.py"))
STATUSES = {400, 403, 404, 409, 412, 413, 422, 429, 503}
# The API itself knows these states of a request, for which HTTP has a status, besides those of an event.
TWO_STATUSES = {"too_large": {400, 413}, "key_reused": {409, 422}}


def _sentences(refusals: Iterator[Refusal]) -> list[tuple[str, str]]:
    with translation.override("en"):
        return [(refusal.code, str(refusal.sentence)) for refusal in refusals]


def test_no_refusal_is_declared_twice() -> None:
    every = (refusal for catalogue in catalogues().values() for refusal in catalogue.own.values())
    assert [pair for pair, times in Counter(_sentences(every)).items() if times > 1] == []


def test_a_code_has_one_status_wherever_it_is_raised() -> None:
    statuses = defaultdict(set)
    for catalogue in catalogues().values():
        for refusal in catalogue.own.values():
            statuses[refusal.code].add(refusal.status)
    assert {code: found for code, found in statuses.items() if len(found) > 1} == TWO_STATUSES
    assert {refusal.status for _room, refusal in for_programs()} <= STATUSES


def test_a_name_of_the_common_refusals_means_the_same_in_every_room() -> None:
    common = catalogues()["steps"].own
    hidden = {
        noun: common.keys() & found.own.keys() for noun, found in catalogues().items() if noun != "steps"
    }
    assert {noun: names for noun, names in hidden.items() if names} == {}


@cache
def _uses() -> list[tuple[Path, Common, ast.Attribute, ast.AST | None]]:
    """Each `refuse.name` in the source: its file, the catalogue it is looked up in, and what is done with it."""
    found: list[tuple[Path, Common, ast.Attribute, ast.AST | None]] = []
    for path in sorted(TOP.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "refus" not in source:
            continue
        tree = ast.parse(source)
        known: dict[str, Common] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".refusals"):
                for name in node.names:
                    if name.name in ("refuse", "common") and path not in DECLARED:
                        known[name.asname or name.name] = getattr(import_module(node.module or ""), name.name)
        if not known:
            continue
        parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        found += [
            (path, known[getattr(node.value, "id", "")], node, parents.get(id(node)))
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in known
        ]
    return found


def test_what_is_refused_is_declared_and_what_is_declared_is_refused() -> None:
    used = set()
    for path, catalogue, node, _parent in _uses():
        refusal = getattr(catalogue, node.attr, None)
        assert isinstance(refusal, Refusal), (
            f"{path}:{node.lineno} refuses {node.attr}, which is not declared"
        )
        used.add(refusal)
    unused = [
        f"{noun}: {name}"
        for noun, catalogue in catalogues().items()
        for name, refusal in catalogue.own.items()
        if refusal not in used
    ]
    assert unused == []


def test_every_sentence_is_given_what_it_needs() -> None:
    for path, catalogue, node, parent in _uses():
        if not (isinstance(parent, ast.Call) and parent.func is node):
            continue  # handed on, to be called elsewhere
        refusal = getattr(catalogue, node.attr)
        given = {word.arg for word in parent.keywords}
        needed = set(re.findall(r"%\((\w+)\)", str(refusal.sentence)))
        needed -= {"field"} if refusal.field else set()
        assert None in given or needed <= given, f"{path}:{node.lineno} {node.attr} lacks {needed - given}"
        assert not (refusal.field and "field" in given), f"{path}:{node.lineno} names the field again"


def test_services_raise_nothing_that_is_not_in_a_catalogue() -> None:
    for path in sorted(TOP.rglob("*.py")):
        made = path not in DECLARED and f"{ServiceError.__name__}(" in path.read_text(encoding="utf-8")
        assert not made, f"{path} makes a ServiceError of its own"


def test_the_document_has_every_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("refusals_docs", "--check")
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(refusals_docs, "page", lambda: "new")
    (tmp_path / "docs").mkdir()
    with pytest.raises(CommandError, match="make docs"):
        call_command("refusals_docs", "--check")
    call_command("refusals_docs", verbosity=0)
    assert (tmp_path / "docs" / "refusals.md").read_text() == "new"
    call_command("refusals_docs", "--check")

"""`manage.py refusals_docs`: writes `docs/refusals.md`, every refusal with its status and its sentence."""

from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments.steps.refusals import Common, Refusal, common

# Pages refuse more, but to people only: what a program is told comes from the nouns and from the API itself.
PAGES = {"desk", "phones.public"}
HEAD = """\
<!-- Written by `manage.py refusals_docs` from the `refusals` of the nouns; changes by hand are lost. -->

# Refusals of the REST API

How they look is in [The REST API](api.md). `code` and `status` do not change. The sentence comes in the language of the
request, and `%(name)s` stands for the value of that name in `params`. A code may have several sentences. Fields of the
wrong type and errors of the pairing rules have codes of their own.

| code | status | sentence | field |
|---|---|---|---|
"""


class Command(BaseCommand):
    help = "Write the table of refusals in docs/refusals.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail when it is out of date"
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        path = Path(settings.BASE_DIR) / "docs" / "refusals.md"
        fresh = page()
        if path.is_file() and path.read_text(encoding="utf-8") == fresh:
            return
        if check:
            raise CommandError("docs/refusals.md is out of date: run `make docs`")
        path.write_text(fresh, encoding="utf-8")
        self.stdout.write("docs/refusals.md written")


def page() -> str:
    with translation.override("en"):
        rows = sorted({_row(refusal) for _room, refusal in for_programs()})
    return HEAD + "".join(rows)


def _row(refusal: Refusal) -> str:
    field = f"`{refusal.field}`" if refusal.field else ""
    return f"| `{refusal.code}` | {refusal.status} | {refusal.sentence} | {field} |\n"


def for_programs() -> Iterator[tuple[str, Refusal]]:
    """Every refusal that a program can be told, with its noun."""
    for noun, catalogue in catalogues().items():
        if noun not in PAGES:
            yield from ((noun, refusal) for refusal in catalogue.own.values())


def catalogues() -> dict[str, Common]:
    """By noun, in the order of their names; that of the pages of a noun has a name of two words."""
    top = Path(settings.BASE_DIR) / "tournaments"
    nouns = sorted(".".join(file.relative_to(top).parts[:-1]) for file in top.rglob("refusals.py"))
    found = {noun: import_module(f"tournaments.{noun}.refusals") for noun in nouns if noun != "steps"}
    return {"steps": common, **{noun: module.refuse for noun, module in found.items()}}

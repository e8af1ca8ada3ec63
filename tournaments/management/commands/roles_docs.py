"""`manage.py roles_docs`: writes the table of `docs/roles.md` from the rights, so that it promises what is so."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments.rights import COLUMNS, Right, table_of_rights

BEGIN = "<!-- Written by `manage.py roles_docs` from `tournaments/rights.py`; changes by hand are lost. -->\n"
END = "<!-- End of what `manage.py roles_docs` writes. -->\n"


class Command(BaseCommand):
    help = "Write the table of rights in docs/roles.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail when it is out of date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "docs" / "roles.md"
        text = path.read_text(encoding="utf-8")
        before, found, rest = text.partition(BEGIN)
        _old, ended, after = rest.partition(END)
        if not found or not ended:
            raise CommandError("docs/roles.md has lost the marks around its table")
        fresh = before + BEGIN + table() + END + after
        if fresh == text:
            return
        if options["check"]:
            raise CommandError("docs/roles.md is out of date: run `make docs`")
        path.write_text(fresh, encoding="utf-8")
        self.stdout.write("docs/roles.md written")


def table() -> str:
    """The table as Markdown, in English."""
    with translation.override("en"):
        heads = [str(column.label) for column in COLUMNS]
        lines = [f"| Right | {' | '.join(heads)} | In the API |", "|---|" + "---|" * len(heads) + "---|"]
        lines += [_row(right, [has for _column, has in cells]) for right, cells in table_of_rights()]
    return "\n".join(lines) + "\n"


def _row(right: Right, cells: list[bool]) -> str:
    marks = " | ".join("yes" if has else "–" for has in cells)
    return f"| {right.label} | {marks} | `{right.value}` |"

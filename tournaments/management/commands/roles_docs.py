"""`manage.py roles_docs`: writes the table of `docs/roles.md` from the rights, so that it promises what is so.

Of its translations (`docs/LANGUAGE/roles.md`) too, in the words of the pages.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.rights import COLUMNS, Right, table_of_rights

BEGIN = "<!-- Written by `manage.py roles_docs` from `tournaments/rights.py`; changes by hand are lost. -->\n"
END = "<!-- End of what `manage.py roles_docs` writes. -->\n"


class Command(BaseCommand):
    help = "Write the table of rights in docs/roles.md and its translations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail when it is out of date"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        docs = Path(settings.BASE_DIR) / "docs"
        self._write(docs / "roles.md", "en", **options)
        for language, _name in settings.LANGUAGES:
            if (path := docs / language / "roles.md").is_file():
                self._write(path, language, **options)

    def _write(self, path: Path, language: str, *, check: bool, **_options: object) -> None:
        name = path.relative_to(settings.BASE_DIR).as_posix()
        text = path.read_text(encoding="utf-8")
        before, found, rest = text.partition(BEGIN)
        _old, ended, after = rest.partition(END)
        if not found or not ended:
            raise CommandError(f"{name} has lost the marks around its table")
        fresh = before + BEGIN + table(language) + END + after
        if fresh == text:
            return
        if check:
            raise CommandError(f"{name} is out of date: run `make docs`")
        path.write_text(fresh, encoding="utf-8")
        self.stdout.write(f"{name} written")


def table(language: str) -> str:
    """The table as Markdown."""
    with translation.override(language):
        heads = [_("Right"), *(str(column.label) for column in COLUMNS), _("In the API")]
        lines = [f"| {' | '.join(heads)} |", "|---|" + "---|" * (len(heads) - 1)]
        lines += [_row(right, [has for _column, has in cells]) for right, cells in table_of_rights()]
    return "\n".join(lines) + "\n"


def _row(right: Right, cells: list[bool]) -> str:
    marks = " | ".join(_("yes") if has else "–" for has in cells)
    return f"| {right.label} | {marks} | `{right.value}` |"

"""What players of matches of two have reported and what does not count yet, in the words of the desk."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.forms.result_choices import choices
from tournaments.models import Round, Tournament
from tournaments.phones.selectors.claims import ClaimRow, open_claims
from tournaments.phones.selectors.waiting import signs_of_page


@dataclass(frozen=True, slots=True)
class Option:
    """A report that can be accepted: `text` is the result."""

    pk: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """The reports of one table: one that waits for the other side, or two that differ."""

    table: int
    rows: tuple[ClaimRow, ...]

    @property
    def pk(self) -> int:
        return self.rows[-1].pk

    @property
    def is_disputed(self) -> bool:
        return any(row.is_disputed for row in self.rows)

    @property
    def options(self) -> list[Option]:
        return [Option(row.pk, in_short(row)) for row in self.rows]

    @property
    def told(self) -> str:
        """Who says what, and what it waits for."""
        says = "; ".join(
            _("%(name)s: %(result)s") % {"name": r.who, "result": in_short(r)} for r in self.rows
        )
        if not self.is_disputed:
            return says + " – " + _("not confirmed yet")
        notes = [row.note for row in self.rows if row.note]
        return says + " – " + _("disputed at the table") + (f": {notes[-1]}" if notes else "")

    def to_json(self) -> dict[str, Any]:
        options = [{"pk": option.pk, "text": option.text} for option in self.options]
        return {"pk": self.pk, "told": self.told, "disputed": self.is_disputed, "options": options}


def in_short(row: ClaimRow) -> str:
    """The result as on its button, with the games where they were counted: `1–0 (2–1)`."""
    text = next((choice.short for choice in choices() if choice.value == row.result), "")
    return f"{text} ({'–'.join(map(str, row.games))})" if row.games else text


def reports_of(tournament: Tournament, round_: Round | None = None) -> dict[tuple[int, int], Report]:
    """The reports nobody has decided, by round and table."""
    rows: dict[tuple[int, int], list[ClaimRow]] = defaultdict(list)
    for row in open_claims(tournament, round_):
        rows[row.round_number, row.table].append(row)
    return {where: Report(where[1], tuple(found)) for where, found in rows.items()}


def report_context(tournament: Tournament, number: int) -> dict[str, Any]:
    """The same for the page of a round, by table."""
    if not signs_of_page(tournament).reports:
        return {"claims": {}}
    found = reports_of(tournament, tournament.rounds.get(number=number))
    return {"claims": {report.table: report for report in found.values()}}

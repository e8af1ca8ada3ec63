"""What players have reported and what does not count yet, for every page of the desk that shows tables."""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from tournaments.desk.frame import frame_of
from tournaments.events.selectors.now import EventNow
from tournaments.forms.result_choices import SHORT
from tournaments.forms.scores import Scores
from tournaments.models import Result, Round, Tournament
from tournaments.phones.selectors.reports import ReportRow, open_reports


@dataclass(frozen=True, slots=True)
class Option:
    """A report that can be accepted: `text` is the result."""

    pk: int
    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """What was reported of one table: one report that waits for somebody else, or of two players two that differ."""

    round_number: int
    table: int
    rows: tuple[ReportRow, ...]

    @property
    def last(self) -> ReportRow:
        return self.rows[-1]

    @property
    def is_disputed(self) -> bool:
        return any(row.is_disputed for row in self.rows)

    @property
    def options(self) -> list[Option]:
        """Results to choose from; of four there is nothing to choose, what was entered last is accepted."""
        return [Option(row.pk, in_short(row)) for row in self.rows if row.result]

    @property
    def told(self) -> str:
        """Who says what, and what it waits for."""
        note = "".join([f": {row.note}" for row in self.rows if row.note][-1:])
        if self.options:
            says = [_says(row) for row in self.rows]
            state = _("disputed at the table") if self.is_disputed else _("not confirmed yet")
            return f"{'; '.join(says)} – {state}{note}"
        if self.is_disputed:
            return _("entered by %(name)s, disputed at the table") % {"name": self.last.who} + note
        return _("entered by %(name)s, not confirmed yet") % {"name": self.last.who}

    def to_json(self) -> dict[str, Any]:
        scores = self.last.scores
        return {
            "pk": self.last.pk,
            "text": Scores(scores, (0,) * len(scores), self.last.sticks).text if scores else "",
            "told": self.told,
            "disputed": self.is_disputed,
            "options": [{"pk": option.pk, "text": option.text} for option in self.options],
        }


def _says(row: ReportRow) -> str:
    told = {"name": row.who, "result": in_short(row), "winner": row.winner}
    return (_("%(name)s: %(result)s, %(winner)s won") if row.winner else _("%(name)s: %(result)s")) % told


def in_short(row: ReportRow) -> str:
    """The result as on its button, with the games where they were counted: `1–0 (2–1)`."""
    text = SHORT[Result(row.result)] if row.result else ""
    return f"{text} ({'–'.join(map(str, row.games))})" if row.games else text


def reports_of(tournament: Tournament, round_: Round | None = None) -> list[Reported]:
    """What was reported and nobody has decided, by round and table."""
    tables = groupby(open_reports(tournament, round_), attrgetter("round_number", "table"))
    return [Reported(*where, tuple(rows)) for where, rows in tables]


def reports_of_round(now: EventNow, number: int) -> dict[int, Reported]:
    """The same for the page of a round, by table."""
    if not frame_of(now).signs.reports:
        return {}
    found = reports_of(now.event, now.rounds[number - 1])
    return {reported.table: reported for reported in found}


def reports_json(tournament: Tournament, round_: Round) -> dict[int, dict[str, Any]]:
    """The same for the script of that page."""
    return {reported.table: reported.to_json() for reported in reports_of(tournament, round_)}

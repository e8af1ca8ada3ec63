"""What the page for entering results is made of: the tables, the words its script says."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext, pgettext

from tournaments.forms.result_choices import SHORT, Choice, choice_of, choices
from tournaments.models import Tournament
from tournaments.results.selectors.texts import text_of
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of the entry page."""

    row: TableRow
    common: tuple[Choice, ...]
    rare: Choice | None

    @property
    def text(self) -> str:
        """The result as it is sent and compared."""
        return text_of(self.row.result, self.row.games)

    @property
    def first(self) -> SeatRow:
        return self.row.seats[0]

    @property
    def second(self) -> SeatRow:
        return self.row.seats[1]


def entry_tables(tournament: Tournament, sheet: RoundSheet) -> list[Entry]:
    """The tables in order, each with its buttons and, for a rare result, what stands beside them."""
    every = choices(tournament, sheet.number)
    common = common_of(every)
    rare: dict[str, Choice | None] = dict.fromkeys(["", *(choice.value for choice in common)])
    entries = []
    for row in sheet.tables:
        text = text_of(row.result, row.games)
        if text not in rare:
            rare[text] = choice_of(tournament, text, sheet.number)
        if len(row.seats) == 2:
            entries.append(Entry(row, common, rare[text]))
    return entries


def common_of(every: Iterable[Choice]) -> tuple[Choice, ...]:
    """Those with a button at every table."""
    return tuple(choice for choice in every if choice.is_common)


@dataclass(frozen=True, slots=True)
class ResultEntries:
    """The tables of two of a round for entering their results."""

    entries: list[Entry]
    texts: dict[str, Any]
    choices: list[Choice]


def result_entries(tournament: Tournament, sheet: RoundSheet, _typed: object) -> tuple[ResultEntries]:
    """Nothing is typed there that could come back."""
    texts, every = entry_texts(tournament, sheet.number), choices(tournament, sheet.number)
    return (ResultEntries(entry_tables(tournament, sheet), texts, every),)


def common_texts() -> dict[str, Any]:
    """What the script of every page for results says."""
    stuck = [
        ngettext(
            "%(count)s result is not saved yet. It is kept here and sent again automatically.",
            "%(count)s results are not saved yet. They are kept here and sent again automatically.",
            count,
        )
        for count in (1, 2)
    ]
    return {
        "stuck-one": stuck[0] % {"count": 1},
        "stuck-many": stuck[1] % {"count": "%s"},
        "table": pgettext("the place where a match is played", "Table"),
        "saving": _("saving…"),
        "saved": _("saved"),
        "waiting": _("not saved yet – trying again"),
        "signed-out": _("not saved: you are signed out"),
        "refused": _("not saved"),
        "conflict": _("not saved"),
        "other": _("from another desk or a phone"),
        "cleared": _("no result"),
        "nobody": _("No table or player “%s” here."),
        "mine": _("Enter"),
        "theirs": _("Keep"),
    }


def entry_texts(tournament: Tournament, number: int) -> dict[str, Any]:
    """What the script of the page for matches of two says of a round."""
    every = choices(tournament, number)
    return common_texts() | {
        "results": {choice.value: choice.label for choice in every} | {"": _("no result")},
        "short": {choice.value: choice.short for choice in every},
        "plain": SHORT,
        "kind": {choice.value: choice.kind for choice in every},
        "keys": {keys: choice.value for choice in every for keys in choice.keys},
        "forfeit": _("Forfeit: now press 1, 0 or b."),
        "accept": _("Accept %s"),
        "no-answer": _("no answer – try again"),
    }

"""What the page for entering results is made of: the tables, the words its script says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Result
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class Choice:
    """A result as a button: `short` on it, `long` for screen readers and messages.

    `keys` are the ways to type it, the usual one first; "f 1" is f, then 1. `kind` says of a rare result in a word
    what it is.
    """

    value: str
    short: str
    long: str
    keys: tuple[str, ...]
    kind: str = ""

    @property
    def strokes(self) -> list[list[str]]:
        """Each way to type it as the keys pressed one after the other."""
        return [way.split() for way in self.keys]


def choices() -> list[Choice]:
    """Every result a match of two can have, the three common ones first.

    Keys read from the first player's side, as on a score sheet: 0 is a loss of the first player, so the second wins.
    What gives neither player a win has a letter, which no one types for the score of a game.
    """
    first_forfeit = _("first player wins, the other did not come")
    second_forfeit = _("second player wins, the other did not come")
    forfeit = _("forfeit")
    return [
        Choice(Result.FIRST_WINS, "1–0", _("first player wins"), ("1",)),
        Choice(Result.DRAW, "½–½", _("draw"), ("=", "d")),
        Choice(Result.SECOND_WINS, "0–1", _("second player wins"), ("0", "2")),
        Choice(Result.BOTH_LOSE, "0–0", _("both lose"), ("b",), _("both lose")),
        Choice(Result.FIRST_BY_FORFEIT, "+ –", first_forfeit, ("f 1",), forfeit),
        Choice(Result.SECOND_BY_FORFEIT, "– +", second_forfeit, ("f 0", "f 2"), forfeit),
        Choice(Result.BOTH_FORFEIT, "– –", _("neither came"), ("f b",), _("neither came")),
    ]


COMMON = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of the entry page."""

    row: TableRow
    common: tuple[Choice, ...]
    rare: Choice | None

    @property
    def first(self) -> SeatRow:
        return self.row.seats[0]

    @property
    def second(self) -> SeatRow:
        return self.row.seats[1]


def entry_tables(sheet: RoundSheet) -> list[Entry]:
    """The tables in order, each with its buttons and, for a rare result, what stands beside them."""
    every = choices()
    common, rare = tuple(every[:COMMON]), {choice.value: choice for choice in every[COMMON:]}
    return [Entry(row, common, rare.get(row.result or "")) for row in sheet.tables if len(row.seats) == 2]


def entry_context(sheet: RoundSheet) -> dict[str, Any]:
    """Everything the page for entering results shows besides the sheet."""
    entries = entry_tables(sheet)
    entered = sum(not entry.row.is_missing for entry in entries)
    return {"entries": entries, "entered": entered, "texts": entry_texts(), "choices": choices()}


def common_texts() -> dict[str, Any]:
    """What the script of every page for results says."""
    stuck = [
        ngettext(
            "%(count)s result is not saved yet. It is kept here and sent again by itself.",
            "%(count)s results are not saved yet. They are kept here and sent again by themselves.",
            count,
        )
        for count in (1, 2)
    ]
    return {
        "stuck-one": stuck[0] % {"count": 1},
        "stuck-many": stuck[1] % {"count": "%s"},
        "table": pgettext("the place where a match is played", "Table"),
        "saving": _("saving …"),
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


def entry_texts() -> dict[str, Any]:
    """What the script of the page for matches of two says."""
    return common_texts() | {
        "results": {choice.value: f"{choice.short} ({choice.long})" for choice in choices()}
        | {"": _("no result")},
        "short": {choice.value: choice.short for choice in choices()},
        "kind": {choice.value: choice.kind for choice in choices()},
        "keys": {keys: choice.value for choice in choices() for keys in choice.keys},
        "forfeit": _("Forfeit: now press 1, 0 or b."),
        "accept": _("Accept %s"),
        "no-answer": _("no answer – try again"),
    }

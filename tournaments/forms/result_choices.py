"""The results a match of two can have, as buttons and as choices of a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Result

RESULTS: list[tuple[str, Any]] = [
    (Result.FIRST_WINS, gettext_lazy("1–0: first player wins")),
    (Result.DRAW, gettext_lazy("½–½: draw")),
    (Result.SECOND_WINS, gettext_lazy("0–1: second player wins")),
    (Result.BOTH_LOSE, gettext_lazy("0–0: both lose")),
    (Result.FIRST_BY_FORFEIT, gettext_lazy("+ –: first player wins, the other is a no-show")),
    (Result.SECOND_BY_FORFEIT, gettext_lazy("– +: second player wins, the other is a no-show")),
    (Result.BOTH_FORFEIT, gettext_lazy("– –: double forfeit")),
]


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
    first_forfeit = _("first player wins, the other is a no-show")
    second_forfeit = _("second player wins, the other is a no-show")
    forfeit = _("forfeit")
    return [
        Choice(Result.FIRST_WINS, "1–0", _("first player wins"), ("1",)),
        Choice(Result.DRAW, "½–½", _("draw"), ("=", "d")),
        Choice(Result.SECOND_WINS, "0–1", _("second player wins"), ("0", "2")),
        Choice(Result.BOTH_LOSE, "0–0", _("both lose"), ("b",), _("both lose")),
        Choice(Result.FIRST_BY_FORFEIT, "+ –", first_forfeit, ("f 1",), forfeit),
        Choice(Result.SECOND_BY_FORFEIT, "– +", second_forfeit, ("f 0", "f 2"), forfeit),
        Choice(Result.BOTH_FORFEIT, "– –", _("double forfeit"), ("f b",), _("double forfeit")),
    ]

"""The results a match of two can have, as buttons and as choices of a form."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing.systems import seat_words_of
from tournaments.models import Result, Tournament

SHORT = {
    Result.FIRST_WINS: "1–0",
    Result.DRAW: "½–½",
    Result.SECOND_WINS: "0–1",
    Result.BOTH_LOSE: "0–0",
    Result.FIRST_BY_FORFEIT: "+ –",
    Result.SECOND_BY_FORFEIT: "– +",
    Result.BOTH_FORFEIT: "– –",
}
"""Every result as on its button."""


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


def choices(tournament: Tournament) -> list[Choice]:
    """Every result a match of two can have, the three common ones first, in the words of the event.

    Keys read from the first player's side, as on a score sheet: 0 is a loss of the first player, so the second wins.
    What gives neither player a win has a letter, which no one types for the score of a game.
    """
    words = seat_words_of(tournament.system)
    first, second = map(_, words.wins)
    first_forfeit, second_forfeit = map(_, words.wins_by_forfeit)
    forfeit = _("forfeit")
    said: dict[Result, tuple[str, tuple[str, ...], str]] = {
        Result.FIRST_WINS: (first, ("1",), ""),
        Result.DRAW: (_("draw"), ("=", "d"), ""),
        Result.SECOND_WINS: (second, ("0", "2"), ""),
        Result.BOTH_LOSE: (_("both lose"), ("b",), _("both lose")),
        Result.FIRST_BY_FORFEIT: (first_forfeit, ("f 1",), forfeit),
        Result.SECOND_BY_FORFEIT: (second_forfeit, ("f 0", "f 2"), forfeit),
        Result.BOTH_FORFEIT: (_("double forfeit"), ("f b",), _("double forfeit")),
    }
    return [Choice(result, SHORT[result], *rest) for result, rest in said.items()]


def options(tournament: Tournament) -> list[tuple[str, str]]:
    """The same as choices of a form."""
    return [(choice.value, f"{choice.short}: {choice.long}") for choice in choices(tournament)]

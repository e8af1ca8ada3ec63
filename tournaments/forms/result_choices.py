"""The results a match of two can have, as buttons and as choices of a form."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing.systems import seat_words_of
from tournaments.brackets.selectors.lengths import best_of, scores
from tournaments.events.selectors.games import notes_games
from tournaments.models import Result, Tournament
from tournaments.results.selectors.texts import of_text, text_of

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
    what it is; an `is_common` one has a button at every table.
    """

    value: str
    short: str
    long: str
    keys: tuple[str, ...]
    kind: str = ""
    is_common: bool = False

    @property
    def label(self) -> str:
        """Both, for a message."""
        return f"{self.short} ({self.long.removesuffix(self.short).strip()})"

    @property
    def strokes(self) -> list[list[str]]:
        """Each way to type it as the keys pressed one after the other."""
        return [way.split() for way in self.keys]


def choices(tournament: Tournament, number: int = 0) -> list[Choice]:
    """Every result a match of two can have, the common ones first, in the words of the event.

    Where games are noted a result is typed as its games, two keys a match; what has none is as everywhere. Those of
    round `number` of a bracket are of the length that is declared for it.

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
    plain = [Choice(result, SHORT[result], *rest, result in _SCORED) for result, rest in said.items()]
    length = best_of(tournament, number)
    if not length and not notes_games(tournament):
        return plain
    longs = {choice.value: choice.long for choice in plain}
    common, rare = (scores(length), ()) if length else (_GAMES[:_WITH_BUTTONS], _GAMES[_WITH_BUTTONS:])
    scored = [_with_games(score, longs, is_common=length <= _LONGEST_WITH_BUTTONS) for score in common]
    return [*scored, *(_with_games(score, longs) for score in rare), *plain[len(_SCORED) :]]


_SCORED = (Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS)
# The games of a match of three: those of a match that was played to its end, then where the time ran out.
_GAMES = ((2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (1, 0), (0, 1), (0, 0))
_WITH_BUTTONS = 5
_LONGEST_WITH_BUTTONS = 7  # a longer match is chosen from the menu, or typed


def _with_games(score: tuple[int, int], longs: Mapping[str, str], *, is_common: bool = False) -> Choice:
    won, lost = score
    result = _SCORED[(won <= lost) + (won < lost)]
    short = f"{won}–{lost}"
    value = text_of(result, (won, lost))
    return Choice(value, short, f"{longs[result]} {short}", _keys(won, lost), longs[result], is_common)


def _keys(won: int, lost: int) -> tuple[str, ...]:
    """Two digits; a race to ten or more has no keys."""
    return (f"{won} {lost}",) if max(won, lost) < 10 else ()


def choice_of(tournament: Tournament, text: str, number: int = 0) -> Choice:
    """A stored result as a choice, also one that is not offered, such as `1-0 3-1`; of none, what says so."""
    offered = {choice.value: choice for choice in choices(tournament, number)}
    if text in offered or not text:
        return offered.get(text) or Choice("", "–", _("no result"), ())
    result, games = of_text(text)
    short = "–".join(map(str, games)) if games else SHORT[Result(result)]
    return Choice(text, short, str(Result(result).label), (), "" if games else _("without games"))


def options(tournament: Tournament, stored: str = "", number: int = 0) -> list[tuple[str, str]]:
    """The same for round `number` as choices of a form, with the `stored` one if it is not offered."""
    offered = choices(tournament, number)
    if stored and stored not in {choice.value for choice in offered}:
        offered = [choice_of(tournament, stored), *offered]
    return [(choice.value, f"{choice.short}: {choice.long}") for choice in offered]

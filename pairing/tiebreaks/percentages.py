"""Match points and win percentages of card game events.

Sources: Magic Tournament Rules, appendix C; Play! Pokemon tournament rules handbook 5.3; the values
published by melee.gg. A match win is 3 points, a draw 1, whatever the event's own scoring says; a bye is a
match won 2-0. Percentages count the rounds entered: those in which a player had a match or a bye.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.model.options import option
from pairing.model.reasons import sentence
from pairing.model.types import WON, ByeKind, Outcome
from pairing.model.wording import gettext_noop
from pairing.tiebreaks.base import AT_FLOOR, NOBODY_MET, Term, Tiebreak, Working, computed_from, mean
from pairing.tiebreaks.own_record import term_of
from pairing.tiebreaks.table import Row, Table

MTR = "Magic Tournament Rules, appendix C"
POKEMON = "Play! Pokemon tournament rules handbook 5.3"
POLICIES = {
    "mtg": "Magic: floor 0.33, a bye is a match won",
    "melee": "Magic as melee.gg computes it: floor 1/3",
    "pokemon": "Pokemon: floor 0.25, a bye is not a match, a tie is half a win, at most 0.75 "
    "after withdrawing",
}
FLOORS = {"mtg": Fraction(33, 100), "melee": Fraction(1, 3), "pokemon": Fraction(1, 4)}
AT_CAP = sentence("tb_at_cap", gettext_noop("Withdrawn: lowered to the cap."))


@dataclass(frozen=True, slots=True)
class PercentageOptions:
    policy: str = option("mtg", label="Rules", help="Whose floor, and what a bye counts.", choices=POLICIES)
    floor: Fraction | None = option(
        None, kind="fraction", none="none", label="Floor",
        help="No percentage is lower. If empty: the floor of the rules.",
        minimum=0, maximum=1,
    )  # fmt: skip

    @property
    def least(self) -> Fraction:
        """The floor that applies."""
        return FLOORS[self.policy] if self.floor is None else self.floor


def match_points(row: Row) -> int:
    """3 for a match won or a bye, 1 for a draw."""
    if row.bye is not None:
        return {ByeKind.FULL: 3, ByeKind.HALF: 1}.get(row.bye, 0)
    return 3 if row.outcome in WON else int(row.outcome is Outcome.DRAW)


def _entered(row: Row) -> bool:
    """Whether the player was in this round: not absent, no bye for the asking worth nothing."""
    return row.bye not in (ByeKind.ABSENT, ByeKind.ZERO)


def games(row: Row) -> tuple[int, int]:
    """(game points, games): 3 for a game won, 1 for a drawn one. A bye is 2-0, a match without a record 2-0
    or a draw.
    """
    if row.bye is not None:
        return (6, 2) if row.bye is ByeKind.FULL else (0, 0)
    if row.games is None:
        won, lost, drawn = (
            (2, 0, 0) if row.outcome in WON else (0, 0, 1) if row.outcome is Outcome.DRAW else (0, 2, 0)
        )
    else:
        won, lost, drawn = row.games
    return 3 * won + drawn, won + lost + drawn


def _mp_terms(table: Table, options: object, me: int) -> Working:
    return Working(tuple(term_of(table, row, match_points(row)) for row in table.rows[me]))


def _record(table: Table, options: PercentageOptions, me: int) -> list[tuple[Row, Fraction]]:
    """The rounds that count in a match-win percentage, and what share of a win each is."""
    if options.policy == "pokemon":
        share = {Outcome.WIN: Fraction(1), Outcome.FORFEIT_WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2)}
        rows = [row for row in table.rows[me] if row.outcome is not None]
        return [(row, share.get(row.outcome, Fraction(0)) if row.outcome else Fraction(0)) for row in rows]
    return [(row, Fraction(match_points(row), 3)) for row in table.rows[me] if _entered(row)]


def _match_win(table: Table, options: PercentageOptions, me: int) -> Working:
    """The mean share of a win over the rounds entered, not below the floor."""
    terms = [term_of(table, row, share) for row, share in _record(table, options, me)]
    return _bounded(table, options, me, mean([t.value for t in terms]), terms)


def _bounded(
    table: Table, options: PercentageOptions, me: int, value: Fraction, terms: list[Term]
) -> Working:
    """The terms, or in their place the bound that applies."""
    most = Fraction(3, 4) if options.policy == "pokemon" and _has_left(table, me) else Fraction(1)
    if options.least <= value <= most:
        return Working(tuple(terms), combine="mean")
    bound, note = (options.least, AT_FLOOR) if value < options.least else (most, AT_CAP)
    shown = [Term(t.round, t.opponent, t.value, False, t.note_code) for t in terms]
    return Working((*shown, Term(None, None, bound, note_code=note)), combine="mean")


def _has_left(table: Table, me: int) -> bool:
    left = table.snapshot.entrants[me].left_after_round
    return left is not None and bool(table.rounds) and left < table.rounds[-1].number


def _game_win(table: Table, options: PercentageOptions, me: int) -> Working:
    """Game points of the games that could be won, not below the floor: every game is a term."""
    rows = [(row, *games(row)) for row in table.rows[me]]
    total = sum(count for _, _, count in rows)
    points = sum(won for _, won, _ in rows)
    value = Fraction(points, 3 * total) if total else Fraction(0)
    terms = [term_of(table, row, Fraction(won, 3 * total)) for row, won, count in rows if count]
    if value >= options.least:
        return Working(tuple(terms))
    shown = [Term(t.round, t.opponent, t.value, False, t.note_code) for t in terms]
    return Working((*shown, Term(None, None, options.least, note_code=AT_FLOOR)))


def _opponents_mean(of: Callable[..., Working], name: str) -> Callable[..., Working]:
    """The mean of a value over the opponents, each as often as it was met; no match, no opponent.

    A player who met nobody has 0, and on melee.gg the floor.
    """

    def explain(table: Table, options: Any, me: int) -> Working:
        key = (name, options)
        if key not in table.cache:
            table.cache[key] = computed_from(of)(table, options)
        values = table.cache[key]
        terms = [
            Term(row.round, table.ids[row.opponent], values[row.opponent])
            for row in table.rows[me]
            if row.opponent is not None
        ]
        if not terms and options.policy == "melee":
            terms = [Term(None, None, options.least, note_code=NOBODY_MET)]
        return Working(tuple(terms), combine="mean")

    return explain


_opponents_match_win = _opponents_mean(_match_win, "MWP")
_opponents_game_win = _opponents_mean(_game_win, "GW")
_opponents_opponents = _opponents_mean(_opponents_match_win, "OMWP")


def _entry(code: str, name: str, help: str, explain: Callable[..., Working], source: str) -> Tiebreak:
    return Tiebreak(
        code=code, name=name, help=help, unit="ratio", compute=computed_from(explain), explain=explain,
        source=source, options=PercentageOptions,
    )  # fmt: skip


PERCENTAGES: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="MP", name="Match points", help="3 for a match won or a bye, 1 for a draw.", unit="count",
        compute=computed_from(_mp_terms), explain=_mp_terms, source=MTR,
    ),
    _entry("MWP", "Match-win percentage", "The share of the possible match points, not below the floor.",
           _match_win, MTR),
    _entry("OMWP", "Opponents' match-win percentage (Magic)", "The mean match-win percentage of the opponents.",
           _opponents_match_win, MTR),
    _entry("GW", "Game-win percentage", "The share of the possible game points, not below the floor.",
           _game_win, MTR),
    _entry("OGW", "Opponents' game-win percentage", "The mean game-win percentage of the opponents.",
           _opponents_game_win, MTR),
    _entry("OOMW", "Opponents' opponents' match-win percentage",
           "The mean of the opponents' own OMW%.", _opponents_opponents, POKEMON),
)  # fmt: skip

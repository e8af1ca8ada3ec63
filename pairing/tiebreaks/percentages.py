"""Match points and win percentages of card game events.

Sources: Magic Tournament Rules, appendix C; Play! Pokemon tournament rules handbook 5.3; the values
published by melee.gg. A match win is 3 points, a draw 1, whatever the event's own scoring says; a bye is a
match won 2-0. Percentages count the rounds entered: those in which a player had a match or a bye.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.model.options import option
from pairing.model.reasons import gettext_noop, sentence
from pairing.model.types import WON, ByeKind, Outcome
from pairing.tiebreaks.base import AT_FLOOR, NOBODY_MET, Term, Tiebreak, Working, mean, means, whole
from pairing.tiebreaks.own_record import per_round, term_of
from pairing.tiebreaks.table import DREW, WON as WON_MATCH, Row, Table

MTR = "Magic Tournament Rules, appendix C"
POKEMON = "Play! Pokemon tournament rules handbook 5.3"
POLICIES = {
    "mtg": "Magic: floor 0.33, a bye is a match won",
    "melee": "Magic as melee.gg computes it: floor 1/3",
    "pokemon": "Pokemon: floor 0.25, a bye is not a match, a tie is half a win, at most 0.75 "
    "after withdrawing",
}
FLOORS = {"mtg": Fraction(33, 100), "melee": Fraction(1, 3), "pokemon": Fraction(1, 4)}
# The cap of the Pokemon rules for who has left, and none.
CAP, ONE = Fraction(3, 4), Fraction(1)
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


_MATCH_POINTS: dict[ByeKind | Outcome | None, int] = {
    Outcome.WIN: 3, Outcome.FORFEIT_WIN: 3, Outcome.DRAW: 1, ByeKind.FULL: 3, ByeKind.HALF: 1,
}  # fmt: skip
_TIES_AS_HALVES = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}


def match_points(row: Row) -> int:
    """3 for a match won or a bye, 1 for a draw."""
    return _MATCH_POINTS.get(row.bye or row.outcome, 0)


def entered(row: Row) -> bool:
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


_points_won, _explain_points_won = per_round(lambda table, row: match_points(row))


def _record(rows: list[Row], policy: str) -> list[tuple[Row, int]]:
    """The rounds that count in a match-win percentage, and their points: `_win_of` for a match won, 1 for a draw."""
    if policy == "pokemon":
        return [(row, _TIES_AS_HALVES.get(row.outcome, 0)) for row in rows if row.outcome is not None]
    return [(row, match_points(row)) for row in rows if entered(row)]


def _win_of(policy: str) -> int:
    return 2 if policy == "pokemon" else 3


def match_win(table: Table, options: PercentageOptions) -> list[Fraction]:
    """The mean share of a win over the rounds entered, not below the floor."""
    win, found = _win_of(options.policy), []
    for i, (rows, scored, plain) in enumerate(zip(table.rows, table.scored, table.is_plain, strict=True)):
        if plain:
            points, entered = win * scored.count(WON_MATCH) + scored.count(DREW), len(scored)
        else:
            record = _record(rows, options.policy)
            points, entered = sum([p for _, p in record]), len(record)
        found.append(_share(points, win * entered, options.least, _most(table, options, i)))
    return found


def _share(points: int, possible: int, least: Fraction, most: Fraction = ONE) -> Fraction:
    """points / possible, but not below the floor and not above the cap; nothing of nothing is 0."""
    if points * least.denominator < least.numerator * (possible or 1):
        return least
    share = Fraction(points, possible or 1)
    return share if most is ONE else min(share, most)


def _most(table: Table, options: PercentageOptions, me: int) -> Fraction:
    return CAP if options.policy == "pokemon" and _has_left(table, me) else ONE


def _explain_match_win(table: Table, options: PercentageOptions, me: int) -> Working:
    win = _win_of(options.policy)
    terms = [term_of(table, row, Fraction(p, win)) for row, p in _record(table.rows[me], options.policy)]
    return _bounded(table, options, me, mean([t.value for t in terms]), terms)


def _bounded(
    table: Table, options: PercentageOptions, me: int, value: Fraction, terms: list[Term]
) -> Working:
    """The terms, or in their place the bound that applies."""
    most = _most(table, options, me)
    if options.least <= value <= most:
        return Working(tuple(terms), combine="mean")
    bound, note = (options.least, AT_FLOOR) if value < options.least else (most, AT_CAP)
    shown = [Term(t.round, t.opponent, t.value, False, t.note_code) for t in terms]
    return Working((*shown, Term(None, None, bound, note_code=note)), combine="mean")


def _has_left(table: Table, me: int) -> bool:
    left = table.snapshot.entrants[me].left_after_round
    return left is not None and bool(table.rounds) and left < table.rounds[-1].number


def game_win(table: Table, options: PercentageOptions) -> list[int | Fraction]:
    """Game points of the games that could be won, not below the floor."""
    found = []
    for rows in table.rows:
        counts = [games(row) for row in rows]
        points, total = sum([won for won, _ in counts]), sum([count for _, count in counts])
        found.append(whole(_share(points, 3 * total, options.least)))
    return found


def _explain_game_win(table: Table, options: PercentageOptions, me: int) -> Working:
    """Every game is a term."""
    rows = [(row, *games(row)) for row in table.rows[me]]
    total = sum(count for _, _, count in rows)
    points = sum(won for _, won, _ in rows)
    value = Fraction(points, 3 * total) if total else Fraction(0)
    terms = [term_of(table, row, Fraction(won, 3 * total)) for row, won, count in rows if count]
    if value >= options.least:
        return Working(tuple(terms))
    shown = [Term(t.round, t.opponent, t.value, False, t.note_code) for t in terms]
    return Working((*shown, Term(None, None, options.least, note_code=AT_FLOOR)))


def _opponents_mean(
    of: Callable[[Table, PercentageOptions], Sequence[int | Fraction]], name: str
) -> tuple[Callable[[Table, PercentageOptions], list[Fraction]], Callable[..., Working]]:
    """The mean of a value over the opponents, each as often as it was met; no match, no opponent.

    A player who met nobody has 0, and on melee.gg the floor.
    """

    def values_of(table: Table, options: PercentageOptions) -> Sequence[int | Fraction]:
        key = (name, options)
        if key not in table.cache:
            table.cache[key] = of(table, options)
        values: Sequence[int | Fraction] = table.cache[key]
        return values

    def compute(table: Table, options: PercentageOptions) -> list[Fraction]:
        nobody = options.least if options.policy == "melee" else Fraction(0)
        return means(values_of(table, options), table.scheduled, nobody)

    def explain(table: Table, options: PercentageOptions, me: int) -> Working:
        values = values_of(table, options)
        terms = [
            Term(row.round, table.ids[row.opponent], values[row.opponent])
            for row in table.rows[me]
            if row.opponent is not None
        ]
        if not terms and options.policy == "melee":
            terms = [Term(None, None, options.least, note_code=NOBODY_MET)]
        return Working(tuple(terms), combine="mean")

    return compute, explain


_opponents_match_win = _opponents_mean(match_win, "MWP")
_opponents_game_win = _opponents_mean(game_win, "GW")
_opponents_opponents = _opponents_mean(_opponents_match_win[0], "OMWP")


def _entry(
    code: str, name: str, help: str, work: tuple[Callable[..., Any], Callable[..., Working]], source: str
) -> Tiebreak:
    compute, explain = work
    return Tiebreak(
        code=code, name=name, help=help, unit="ratio", compute=compute, explain=explain, source=source,
        options=PercentageOptions,
    )  # fmt: skip


PERCENTAGES: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="MP", name="Match points", help="3 for a match won or a bye, 1 for a draw.", unit="count",
        compute=_points_won, explain=_explain_points_won, source=MTR,
    ),
    _entry("MWP", "Match-win percentage", "The share of the possible match points, not below the floor.",
           (match_win, _explain_match_win), MTR),
    _entry("OMWP", "Opponents' match-win percentage (Magic)", "The mean match-win percentage of the opponents.",
           _opponents_match_win, MTR),
    _entry("GW", "Game-win percentage", "The share of the possible game points, not below the floor.",
           (game_win, _explain_game_win), MTR),
    _entry("OGW", "Opponents' game-win percentage", "The mean game-win percentage of the opponents.",
           _opponents_game_win, MTR),
    _entry("OOMW", "Opponents' opponents' match-win percentage",
           "The mean of the opponents' own OMW%.", _opponents_opponents, POKEMON),
)  # fmt: skip

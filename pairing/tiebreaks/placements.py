"""Tie-breaks of tables of four: places, single games, raw points and the number drawn (rules: mahjong.md, section 3).

Places are those of the scoring: players who share a place both have the better one, so a shared first counts as a
first for both. A round without a game (a bye, an absence, a game missed after leaving) is none of these.
"""

from collections.abc import Callable

from pairing.model.types import FOUR
from pairing.tiebreaks.base import Term, Tiebreak, Value, Working, computed_from
from pairing.tiebreaks.own_record import explain_from_list, note_of, per_round
from pairing.tiebreaks.table import Row, Table

SOURCE = "Rules of riichi mahjong events as this project plays them, section 3"


def _count_of(place: int) -> tuple[Callable[..., list[Value]], Callable[..., Working]]:
    return per_round(lambda table, row: int(row.place == place))


def _over_games(
    value_of: Callable[[Table, Row], int], combine: str
) -> Callable[[Table, object, int], Working]:
    """The explain of a tie-break over the games played; rounds without one are shown and do not count."""

    def explain(table: Table, options: object, me: int) -> Working:
        terms = tuple(
            Term(row.round, None, value_of(table, row), row.place is not None, note_of(row))
            for row in table.rows[me]
        )
        return Working(terms, combine if any(t.counted for t in terms) else "single")

    return explain


_average_place = _over_games(lambda table, row: -(row.place or 0), "mean")
_best_game = _over_games(lambda table, row: row.points, "highest")
_raw_points, _explain_raw_points = per_round(lambda table, row: row.raw or 0)
_firsts, _explain_firsts = _count_of(1)
_seconds, _explain_seconds = _count_of(2)
_thirds, _explain_thirds = _count_of(3)


def draw_number(table: Table, options: object) -> list[Value]:
    """Minus the number drawn; None for nobody's number."""
    return [None if e.draw_number is None else -e.draw_number for e in table.entrants]


def _entry(
    code: str,
    name: str,
    help: str,
    unit: str,
    compute: Callable[..., list[Value]],
    explain: Callable[..., Working],
) -> Tiebreak:
    return Tiebreak(
        code=code, name=name, help=help, unit=unit, compute=compute, explain=explain, source=SOURCE, seats=(FOUR,)
    )  # fmt: skip


PLACEMENTS: tuple[Tiebreak, ...] = (
    _entry("firsts", "First places", "How many games ended first; a shared first counts for all who share it.",
           "count", _firsts, _explain_firsts),
    _entry("seconds", "Second places", "How many games ended second; a shared second counts for all who share it.",
           "count", _seconds, _explain_seconds),
    _entry("thirds", "Third places", "How many games ended third; a shared third counts for both.",
           "count", _thirds, _explain_thirds),
    _entry("average_place", "Average place", "The mean of the places in all games played; no game comes last.",
           "order", computed_from(_average_place), _average_place),
    _entry("best_game", "Best game", "The final points of the best single game, penalties included.",
           "points", computed_from(_best_game), _best_game),
    _entry("raw_points", "Raw points", "The sum of the raw points of all games; a round without a game gives none.",
           "count", _raw_points, _explain_raw_points),
    _entry("draw_number", "Drawn number", "The player with the lower drawn number comes first; no number comes last.",
           "order", draw_number, explain_from_list(draw_number)),
)  # fmt: skip

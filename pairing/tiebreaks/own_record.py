"""Tie-breaks made of a player's own record, rating or place in the list."""

from collections.abc import Callable
from fractions import Fraction

from pairing.model.types import WON, ByeKind, Entrant
from pairing.tiebreaks.base import (
    ABSENT,
    BONUS,
    BYE,
    CARRIED,
    FORFEIT,
    MISSED,
    OWN_VALUE,
    PENALTY,
    Term,
    Tiebreak,
    Value,
    Working,
    whole,
)
from pairing.tiebreaks.table import Row, Table

OWN_RULES = "this project, docs/decisions/0002-tie-breaks.md"


def note_of(row: Row) -> str:
    """Why a round is special: a bye, an absence, a forfeit."""
    if row.bye is ByeKind.ABSENT:
        return MISSED if row.points else ABSENT
    if row.bye is not None:
        return BYE
    return "" if row.played or row.place is not None else FORFEIT


def term_of(table: Table, row: Row, value: int | Fraction, *, counted: bool = True) -> Term:
    """A value for a round, against whom it was played, and what was special about it."""
    opponent = None if row.opponent is None else table.ids[row.opponent]
    return Term(row.round, opponent, value, counted, note_of(row))


def per_round(
    value_of: Callable[[Table, Row], int | Fraction],
) -> tuple[Callable[..., list[Value]], Callable[..., Working]]:
    """compute and explain of a tie-break that is a sum over a player's own rounds."""

    def compute(table: Table, options: object) -> list[Value]:
        return [whole(sum([value_of(table, row) for row in rows])) for rows in table.rows]

    def explain(table: Table, options: object, me: int) -> Working:
        return Working(tuple(term_of(table, row, value_of(table, row)) for row in table.rows[me]))

    return compute, explain


_explain_sum = per_round(lambda table, row: row.points)[1]
_wins, _explain_wins = per_round(lambda table, row: int(row.outcome in WON))


def points(table: Table, options: object) -> list[Value]:
    """The points themselves, for chains that do not start with them."""
    return list(table.points)


def _explain_points(table: Table, options: object, me: int) -> Working:
    """The rounds, bonuses and penalties, and what a final phase or the system has changed about their sum."""
    ladder = table.ladder
    worth = ladder.rounds.get(table.ids[me], {}) if ladder else {}
    terms = [term_of(table, row, worth.get(row.round, row.points)) for row in table.rows[me]]
    terms += [
        Term(a.round, None, a.points, note_code=BONUS if a.points > 0 else PENALTY) for a in table.given[me]
    ]
    changed = table.points[me] - sum(term.value for term in terms)
    if changed:
        terms.append(Term(None, None, changed, note_code=(ladder.note if ladder else "") or CARRIED))
    return Working(tuple(terms))


def rating(table: Table, options: object) -> list[Value]:
    """The rating; a given ranking overrides it: the value is then minus the place of everybody."""
    entrants = table.entrants
    if not has_rankings(table):
        return [e.rating for e in entrants]
    places = {key: -place for place, key in enumerate(sorted({_strength(e) for e in entrants}), start=1)}
    return [places[_strength(e)] for e in entrants]


def has_rankings(table: Table) -> bool:
    """Whether any player has a given ranking."""
    return any(e.ranking is not None for e in table.entrants)


def _strength(entrant: Entrant) -> tuple[bool, int, bool, int]:
    if entrant.ranking is not None:
        return False, entrant.ranking, False, 0
    return True, 0, entrant.rating is None, -(entrant.rating or 0)


def list_order(table: Table, options: object) -> list[Value]:
    """Minus the place in the list of players (higher is better: the first registered comes first)."""
    return [-place for place in range(1, table.size + 1)]


def explain_from_list(compute: Callable[..., list[Value]]) -> Callable[..., Working]:
    """The explain of a tie-break that looks a value up in the list of players."""

    def explain(table: Table, options: object, me: int) -> Working:
        value = compute(table, options)[me]
        return Working(
            () if value is None else (Term(None, None, value, note_code=OWN_VALUE),), combine="single"
        )

    return explain


def _rating_unit(table: Table) -> str:
    return "order" if has_rankings(table) else "rating"


OWN_RECORD: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="wins",
        name="Wins",
        help="The number of matches won, including by forfeit; a bye is not a match.",
        unit="count",
        compute=_wins,
        explain=_explain_wins,
        source=OWN_RULES,
    ),
    Tiebreak(
        code="rating",
        name="Rating",
        help="The player with the higher rating comes first; a given ranking takes "
        "precedence, no rating comes last.",
        unit="rating",
        compute=rating,
        explain=explain_from_list(rating),
        seats=(2, 4),
        source=OWN_RULES,
        unit_of=_rating_unit,
    ),
    Tiebreak(
        code="list_order",
        name="List order",
        help="The player higher in the list comes first; this leaves no ties.",
        unit="order",
        compute=list_order,
        explain=explain_from_list(list_order),
        seats=(2, 4),
        source="Takizawa & Kakinoki, World Computer Shogi Championships (3)",
    ),
    Tiebreak(
        code="points",
        name="Points",
        help="The points themselves; they come first unless the tie-break order puts them elsewhere.",
        unit="points",
        compute=points,
        explain=_explain_points,
        seats=(2, 4),
        source=OWN_RULES,
    ),
)

"""The ranking by a chain of tie-breaks, of the rounds that count.

The fold is literal: there is one group, all players in list order; each link splits every group by its
values, the higher first; groups that nothing splits share a rank. In the final phase of an event there are several
groups from the start (`Ladder`): nobody of a later one comes before one of an earlier.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import phrase
from pairing.model.types import Snapshot, Standing, TiebreakSpec, TiebreakValue
from pairing.model.work import UNLIMITED, Work
from pairing.tiebreaks.base import Explanation, Tiebreak, Value, combined
from pairing.tiebreaks.chain import check_fits, options_of, tiebreak_of
from pairing.tiebreaks.table import Table

POINTS = TiebreakSpec("points")


def counted(snapshot: Snapshot, after_round: int | None = None, work: Work = UNLIMITED) -> Table:
    """The rounds that count, ready to be ranked by the chain of the snapshot.

    With `after_round` (0 to the number of rounds) the rounds up to that one count; without, the completed
    rounds and the results entered so far in the open one. `work` counts the steps of whatever is searched.
    Errors: PairingError for a round that does not exist and for a tie-break that is not for so many at a table.
    """
    table = Table(snapshot, after_round, work)
    for spec in snapshot.tiebreaks:
        check_fits(spec, table.seats)
    return table


def ranking(table: Table) -> tuple[Standing, ...]:
    """The standings, best first: every entrant but house players, withdrawn, eliminated and late ones included.

    `points` comes first unless the chain names it. Players equal on the whole chain share a rank (1, 2, 2, 4) and stand
    in list order. Errors: TooMuchWork.
    """
    fold = _folded(table)
    shown = fold.links[len(fold.links) - len(table.snapshot.tiebreaks) :]
    columns = [[TiebreakValue(link.spec, value, link.unit) for value in link.values] for link in shown]
    values = list(zip(*columns, strict=True)) if columns else [()] * table.size
    standings: list[Standing] = []
    for group in fold.groups:
        place = len(standings) + 1
        for i in group:
            line = Standing(place, table.ids[i], table.points[i], values[i], table.group[i], table.last[i])
            standings.append(line)
    return tuple(standings)


def chain_of(table: Table) -> tuple[TiebreakSpec, ...]:
    """The links that a table is ranked by, in order: `points` first unless the chain of the snapshot names it."""
    chain = table.snapshot.tiebreaks
    return chain if any(spec.code == "points" for spec in chain) else (POINTS, *chain)


def explained(table: Table, spec: TiebreakSpec, player: int) -> Explanation:
    """One player's value of one tie-break, term by term.

    A tie-break that looks at those still level does so at its place in the chain of the snapshot (at the end if it is
    not part of it). Errors: PairingError for an unknown player or tie-break.
    """
    tiebreak = tiebreak_of(spec)
    check_fits(spec, table.seats)
    if player not in table.index:
        raise PairingError(
            BAD_INPUT, where="player", detail=phrase("there is no player {number}", number=player)
        )
    me, options = table.index[player], options_of(spec)
    if tiebreak.needs_ties:
        working = tiebreak.explain(table, options, me, _level_before(table, spec))
    else:
        working = tiebreak.explain(table, options, me)
    value = combined(working.terms, working.combine)
    return Explanation(value, tiebreak.unit_in(table), working.terms, working.combine)


STEPS_OF_ROW = 5
"""Of one player in one round, for one link of a chain: between 1 and 20 microseconds."""


@dataclass(frozen=True, slots=True)
class _Link:
    """A link of a chain: its values by index, and the groups still level before it."""

    spec: TiebreakSpec
    values: Sequence[Value]
    unit: str
    level: list[list[int]]


@dataclass(frozen=True, slots=True)
class _Fold:
    """The links of a chain, and the groups that remain after the last one."""

    links: list[_Link]
    groups: list[list[int]]


def _folded(table: Table) -> _Fold:
    """The fold of the whole chain, worked out once for a table: what explains a place comes from what made it."""
    if "fold" not in table.cache:
        table.cache["fold"] = _fold(table)
    found: _Fold = table.cache["fold"]
    return found


def _fold(table: Table) -> _Fold:
    groups = table.groups()
    links = []
    for spec in chain_of(table):
        tiebreak = tiebreak_of(spec)
        table.work.take(STEPS_OF_ROW * table.size * (1 + len(table.rounds)))
        values = _values(tiebreak, table, spec, groups)
        links.append(_Link(spec, values, tiebreak.unit_in(table), groups))
        groups = [
            part for group in groups for part in (_split(group, values) if len(group) > 1 else (group,))
        ]
    return _Fold(links, groups)


def _level_before(table: Table, spec: TiebreakSpec) -> list[list[int]]:
    """The groups still level before a link, after the whole chain where it is not part of it."""
    fold = _folded(table)
    return next((link.level for link in fold.links if link.spec == spec), fold.groups)


def _values(tiebreak: Tiebreak, table: Table, spec: TiebreakSpec, groups: list[list[int]]) -> Sequence[Value]:
    options = options_of(spec)
    return (
        tiebreak.compute(table, options, groups) if tiebreak.needs_ties else tiebreak.compute(table, options)
    )


def _split(group: list[int], values: Sequence[Value]) -> list[list[int]]:
    """A group by value, highest first; no value at all comes last; list order inside (sorting is stable)."""

    def key(i: int) -> Any:
        return values[i]

    with_value = [i for i in group if values[i] is not None]
    ordered = sorted(with_value, key=key, reverse=True)
    parts = [list(part) for _, part in groupby(ordered, key=key)]
    without = [i for i in group if values[i] is None]
    return [*parts, without] if without else parts

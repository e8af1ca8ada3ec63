"""How the places of standings came about: by what each is decided, and two players compared link by link.

Both ask what made the standings: the fold of `pairing.tiebreaks.ranking`, which splits every group of players who are
level by the values of the next link. The first link on which two lines differ is thus the one that separated them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pairing.engine.standings import lines_of, table_for, table_of
from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import phrase
from pairing.model.types import Snapshot, Standing, TiebreakSpec
from pairing.model.work import UNLIMITED, Work
from pairing.tiebreaks.base import Explanation
from pairing.tiebreaks.ranking import POINTS, chain_of, explained
from pairing.tiebreaks.table import Table


class By(StrEnum):
    """What separates two places."""

    TOP = "top"  # the first line: there is no place above
    GROUP = "group"  # a final phase, a cut or a bracket: nobody of a later group can come before one of an earlier
    WITHDRAWN = "withdrawn"  # in a final phase: players who have left it come last in their group
    TIEBREAK = "tiebreak"  # a link of the chain, `points` included
    SHARED = "shared"  # nothing does: the place is shared


class Status(StrEnum):
    """What a link did for two players."""

    TIED = "tied"  # equal: the next link was asked
    DECIDES = "decides"  # the first link on which they differ
    UNUSED = "unused"  # they had been separated before


@dataclass(frozen=True, slots=True)
class Decided:
    """By what a place is decided; `spec` is the link where it is one."""

    by: By
    spec: TiebreakSpec | None = None


@dataclass(frozen=True, slots=True)
class ComparedLink:
    """A link of the chain for two players: the value of each by its terms, and what the link did for them."""

    spec: TiebreakSpec
    status: Status
    explanations: tuple[Explanation, Explanation]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lines of the standings in the order asked for, what separates them, and the whole chain for both.

    `ahead` is the id of the player who stands before the other; None where they share a place.
    """

    lines: tuple[Standing, Standing]
    decided: Decided
    links: tuple[ComparedLink, ...]

    @property
    def ahead(self) -> int | None:
        first, second = self.lines
        if first.rank == second.rank:
            return None
        return (first if first.rank < second.rank else second).player


TOP, GROUP, WITHDRAWN, SHARED = map(Decided, (By.TOP, By.GROUP, By.WITHDRAWN, By.SHARED))


def decided(standings: Sequence[Standing]) -> tuple[Decided, ...]:
    """By what the place of each line is decided: what separates it from the line above.

    `standings` is what `rank` gives, in its order. Source: docs/rules/tiebreaks.md (a chain is compared link by link,
    and the first difference decides).
    """
    if not standings:
        return ()
    chain = [value.spec for value in standings[0].tiebreaks]
    links = _links(chain if POINTS in chain else (POINTS, *chain))
    return (TOP, *(_between(above, line, links) for above, line in pairwise(standings)))


def worked_out(
    snapshot: Snapshot, player: int, after_round: int | None = None
) -> tuple[tuple[TiebreakSpec, Explanation], ...]:
    """One player's value of every link of the chain by its terms, `points` first unless the chain names it.

    Errors: PairingError for an unknown player or round.
    """
    table = table_of(snapshot, after_round, player=player)
    return tuple((spec, explained(table, spec, player)) for spec in chain_of(table))


def compare(
    snapshot: Snapshot, first: int, second: int, after_round: int | None = None, *, work: Work = UNLIMITED
) -> Comparison:
    """Two players of the standings, link by link: both values by their terms, and the link that separates them.

    `after_round` as in `rank`. Errors: PairingError for an unknown player or round, and for a player compared with
    the same one; TooMuchWork.
    """
    table = table_of(snapshot, after_round, work)
    standings = lines_of(snapshot, table, work)
    lines = _line(standings, first), _line(standings, second)
    if first == second:
        raise PairingError(BAD_INPUT, where="player", detail=phrase("choose two different players"))
    return _compared(snapshot, table, lines)


def compare_lines(snapshot: Snapshot, first: Standing, second: Standing) -> Comparison:
    """The same of two lines of the standings of this snapshot that are known already: nobody is ranked again unless a
    link of the chain looks at those still level.
    """
    return _compared(snapshot, table_of(snapshot), (first, second))


def _compared(snapshot: Snapshot, table: Table, lines: tuple[Standing, Standing]) -> Comparison:
    tables = [table_for(snapshot, table, line.player, table.work) for line in lines]
    chain = chain_of(tables[0])
    found = _between(*lines, _links(chain))
    both = (
        (explained(tables[0], spec, lines[0].player), explained(tables[1], spec, lines[1].player))
        for spec in chain
    )
    links = map(ComparedLink, chain, _statuses(chain, found), both)
    return Comparison(lines, found, tuple(links))


def _statuses(chain: Sequence[TiebreakSpec], decided: Decided) -> list[Status]:
    """What each link did for two lines that this separates."""
    if decided.spec is None:
        return [Status.TIED if decided.by is By.SHARED else Status.UNUSED] * len(chain)
    at = chain.index(decided.spec)
    return [Status.TIED] * at + [Status.DECIDES] + [Status.UNUSED] * (len(chain) - at - 1)


def _line(standings: Sequence[Standing], player: int) -> Standing:
    line = next((line for line in standings if line.player == player), None)
    if line is None:
        detail = phrase("there is no player {number}", number=player)
        raise PairingError(BAD_INPUT, where="player", detail=detail)
    return line


def _links(chain: Iterable[TiebreakSpec]) -> tuple[Decided, ...]:
    """What each link of a chain decides, that of the points among them."""
    return tuple(Decided(By.TIEBREAK, spec) for spec in chain)


def _between(first: Standing, second: Standing, links: Sequence[Decided]) -> Decided:
    """What separates two lines of the same standings."""
    if first.group != second.group:
        return GROUP
    if first.last != second.last:
        return WITHDRAWN
    before = len(links) - len(first.tiebreaks)  # 1 where the points come before the chain
    if before and first.points != second.points:
        return links[0]
    for mine, other, link in zip(first.tiebreaks, second.tiebreaks, links[before:], strict=True):
        if mine.value != other.value:
            return link
    return SHARED

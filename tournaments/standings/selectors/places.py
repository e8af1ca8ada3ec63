"""How a place came about: one player's values by their terms, beside those of another player.

The snapshot is that of the standings: what explains a value comes from what made it.
"""

from dataclasses import dataclass

from pairing.engine.places import Comparison, Decided, Status, compare_lines, worked_out
from pairing.engine.standings import counting
from pairing.model.types import Snapshot, Standing, TiebreakSpec, TiebreakValue
from pairing.tiebreaks import Explanation
from tournaments import snapshots
from tournaments.models import Player, Tournament
from tournaments.standings.selectors.columns import Column, columns
from tournaments.standings.selectors.standings import Line, StandingsTable


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the chain for a player and, where there is one to compare with, for another."""

    column: Column
    mine: Explanation
    other: Explanation | None = None
    status: Status | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """How the place of `line` came about. `decided` is what separates it from `other`, `deciding` the link where it is
    one; these are None where nobody else is in the standings.
    """

    line: Line
    links: tuple[Link, ...]
    other: Line | None = None
    decided: Decided | None = None

    @property
    def ahead(self) -> Line | None:
        """Whose line stands before the other; where the place is shared, that of the other."""
        return self.line if self.other and self.line.rank < self.other.rank else self.other

    @property
    def deciding(self) -> Link | None:
        return next((link for link in self.links if link.status is Status.DECIDES), None)

    @property
    def values(self) -> tuple[Explanation | None, ...]:
        """The values that decide, that of the line ahead first; () where no link does."""
        link = self.deciding
        if link is None:
            return ()
        return (link.mine, link.other) if self.ahead is self.line else (link.other, link.mine)


def explained(
    tournament: Tournament, number: int, after_round: int
) -> tuple[tuple[TiebreakSpec, Explanation], ...]:
    """One player's value of every link of the chain by its terms, `points` first unless the chain names it.

    Errors: PairingError for a player who is not in the standings.
    """
    return worked_out(_counted(tournament, after_round), number)


def compared(tournament: Tournament, table: StandingsTable, first: Line, second: Line) -> Comparison:
    """Two lines of these standings link by link."""
    counted = _counted(tournament, table.after_round)
    return compare_lines(counted, *(_standing(line, counted) for line in (first, second)))


def place(tournament: Tournament, table: StandingsTable, number: int, other: Line | None) -> Place:
    """How a player's place in these standings came about, compared with that of `other`."""
    line = line_of(table, number)
    if other is None:
        alone = explained(tournament, number, table.after_round)
        shown = columns([spec for spec, _ in alone])
        links = (Link(column, mine) for column, (_, mine) in zip(shown, alone, strict=True))
        return Place(line, tuple(links))
    found = compared(tournament, table, line, other)
    shown = columns([link.spec for link in found.links])
    links = (
        Link(column, *link.explanations, link.status) for column, link in zip(shown, found.links, strict=True)
    )
    return Place(line, tuple(links), other, found.decided)


def line_of(table: StandingsTable, number: int) -> Line:
    """The line of a player in these standings. Errors: Player.DoesNotExist for somebody who has no place in them."""
    line = next((line for line in table.lines if line.number == number), None)
    if line is None:
        raise Player.DoesNotExist(f"player {number} is not in the standings")
    return line


def neighbour(table: StandingsTable, number: int) -> Line | None:
    """Whom a player is compared with first: the line above, for the first one the line below."""
    at = next(at for at, line in enumerate(table.lines) if line.number == number)
    near = table.lines[at - 1 : at] if at else table.lines[1:2]
    return near[0] if near else None


def _standing(line: Line, snapshot: Snapshot) -> Standing:
    """The line of the core that a line was made of."""
    values = tuple(
        TiebreakValue(spec, cell.value, cell.unit)
        for spec, cell in zip(snapshot.tiebreaks, line.tiebreaks, strict=True)
    )
    return Standing(line.rank, line.number, line.points, values, line.group, line.last)


def _counted(tournament: Tournament, after_round: int) -> Snapshot:
    return snapshots.up_to(counting(snapshots.load(tournament)), after_round)

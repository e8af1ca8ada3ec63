"""The phases of an event with a cut, who is in the cut, and what the standings are made of (mahjong.md, section 4).

Rounds 1 to `qualifying` are for everybody. The standings after them, whole totals and the chain of tie-breaks (level
to the last: by lot), give the cut: the first so many of those who take part in the next round. From then on everybody
has the carried share of that total, rounded down to the hundredth, and the points of the later rounds. The groups of
the standings, none of which passes an earlier one:

- up to the end of the qualifying rounds: everybody in group 0;
- then the players of the cut in group 0, everybody else in the group behind the last table of the cut: 1, 2 or 4 for
  a cut of 4, 8 or 16;
- as soon as the tables of the last round are set: whoever sits at its first table in group 0, at its second in
  group 1, and so on; a player of the cut without a seat in it in the group of the last table.

Who is in the cut is decided when the first final round is seated, who is at which table when the last one is. From
then on the tables that were seated count: a result corrected afterwards changes totals, but takes nobody out of the
cut. A table belongs to the cut when it has more of its players than the other ones, so a changed table number or one
changed seat does not matter. A player of the cut who leaves before the last round is behind all others of the group:
behind the last table once the tables of the last round are set.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

from pairing.model.field import Field, is_open
from pairing.model.lots import Lots
from pairing.model.types import FOUR, Match, Round, Snapshot, Standing
from pairing.systems.base import Ladder
from pairing.systems.in_order import in_order
from pairing.systems.mahjong.options import FinalOptions

USUAL_QUALIFYING = 6


@dataclass(frozen=True, slots=True)
class Phases:
    """`qualifying`: the last round before the cut; `last`: the last round of all; `cut`: how many are in it."""

    qualifying: int
    last: int
    cut: int

    @property
    def rest(self) -> int:
        """The group of those who are not in the cut."""
        return self.cut // FOUR


def phases(snapshot: Snapshot, options: FinalOptions) -> Phases:
    """The phases of an event; at least one qualifying round."""
    rounds = options.qualifying_rounds
    if rounds is None:
        planned = snapshot.rounds_planned
        rounds = USUAL_QUALIFYING if planned is None else max(1, planned - options.final_rounds)
    return Phases(rounds, rounds + options.final_rounds, int(options.cut))


def qualified(field: Field, stage: Phases) -> list[Standing]:
    """Everybody by the standings after the qualifying rounds, best first."""
    people = [id for id, entrant in field.entrants.items() if not entrant.house]
    before = Field(field.snapshot, stage.qualifying + 1)
    return in_order(before, people, Lots(field.snapshot.draw_seed))


def in_cut(field: Field, stage: Phases, order: Iterable[Standing]) -> list[int]:
    """The players of the cut, in the order of the standings after the qualifying rounds (`order`)."""
    number = stage.qualifying + 1
    ranked = [line.player for line in order]
    there = [player for player in ranked if field.entrants[player].takes_part_in(number)]
    first = there[: stage.cut]
    played = _round(field, number)
    if played is None:
        return first
    seated = {player for match in played.matches for player in match.seats}
    chosen = {player for match in tables_of(played, first) for player in match.seats}.intersection(ranked)
    absent = [player for player in first if player not in seated]
    chosen.update(absent[: max(0, stage.cut - len(chosen))])
    return [player for player in ranked if player in chosen]


def tables_of(played: Round, players: Collection[int]) -> list[Match]:
    """The tables of a round that belong to these players: as many as those seated need, with the most of them."""

    def count(match: Match) -> int:
        return sum(player in players for player in match.seats)

    needed = -(-sum(map(count, played.matches)) // FOUR)
    return sorted(played.matches, key=lambda match: (-count(match), match.table))[:needed]


def ladder(field: Field, options: FinalOptions) -> Ladder:
    """Points and groups of the standings made of the rounds before `field.number`; see the head of this module."""
    stage = phases(field.snapshot, options)
    people = [id for id, entrant in field.entrants.items() if not entrant.house]
    if not is_cut(field, stage):
        return Ladder(field.points, dict.fromkeys(people, 0))
    cut = in_cut(field, stage, qualified(field, stage))
    points = carried(field, stage, options.carry)
    group = dict.fromkeys(people, stage.rest) | dict.fromkeys(cut, 0)
    last = _round(field, stage.last)
    if last is not None and field.number >= stage.last:
        before = carried(Field(field.snapshot, stage.last), stage, options.carry)
        group |= dict.fromkeys(cut, stage.rest - 1) | _groups_of(last, cut, before)
    return Ladder(points, group, frozenset(player for player in cut if _has_left(field, player, stage)))


def is_cut(field: Field, stage: Phases) -> bool:
    """Whether the qualifying rounds are over and counted."""
    rounds = field.rounds[: stage.qualifying]
    return len(rounds) == stage.qualifying and not any(map(is_open, rounds))


def carried(field: Field, stage: Phases, share: Fraction) -> dict[int, int]:
    """The total of everybody: the carried share of the qualifying rounds, and the later rounds whole."""
    qualifying = Field(field.snapshot, stage.qualifying + 1).points
    return {
        player: points - qualifying[player] + qualifying[player] * share.numerator // share.denominator
        for player, points in field.points.items()
    }


def _groups_of(last: Round, cut: Sequence[int], points: dict[int, int]) -> dict[int, int]:
    """The group of everybody at the tables of the cut in the last round: the strongest table is the first."""

    def strength(match: Match) -> tuple[int, int]:
        people = [player for player in match.seats if player in cut]
        mean = sum(points[player] for player in people) * 12 // max(1, len(people))
        return -mean, match.table

    tables = sorted(tables_of(last, cut), key=strength)
    return {player: at for at, match in enumerate(tables) for player in match.seats if player in cut}


def _round(field: Field, number: int) -> Round | None:
    return next((played for played in field.snapshot.rounds if played.number == number), None)


def _has_left(field: Field, player: int, stage: Phases) -> bool:
    left = field.entrants[player].left_after_round
    return left is not None and left < min(stage.last, field.number)


# Who of the cut meets whom before the last round, by their numbers in the cut.
Row = tuple[int, ...]

# Whether a row of seeds is dealt out to the tables forth or back: for two tables 1 3 6 8 and 2 4 5 7; 1 4 5 8 and
# 2 3 6 7.
_BACK = {"balanced": (False, False, True, True), "snake": (False, True, False, True)}


def seeded(size: int, seeding: str) -> list[tuple[int, ...]]:
    """Tables of the places 0 to `size` - 1 of the cut, a multiple of four.

    `balanced` and `snake` deal out one row after another, a place to every table, the rows forth or back; any other
    word: the first four, the next four, and so on.
    """
    tables = size // FOUR
    if seeding not in _BACK:
        return [tuple(range(start, start + FOUR)) for start in range(0, size, FOUR)]
    return _as_tables(
        [
            tuple(
                range((row + 1) * tables - 1, row * tables - 1, -1)
                if back
                else range(row * tables, (row + 1) * tables)
            )
            for row, back in enumerate(_BACK[seeding])
        ]
    )


def _as_tables(rows: Sequence[Row]) -> list[tuple[int, ...]]:
    return [tuple(table) for table in zip(*rows, strict=True)]


def parted(tables: Sequence[tuple[int, ...]], clash: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """The same tables, with as few clashing pairs as an exchange inside at most two rows of the tables allows; the
    lower and the fewer rows, the better.
    """

    def clashes(tables: Sequence[tuple[int, ...]]) -> int:
        return sum(clash(a, b) for table in tables for a, b in combinations(table, 2))

    best, fewest = list(tables), clashes(tables)
    rows = list(zip(*tables, strict=True))
    changes = [(row,) for row in reversed(range(FOUR))] + list(combinations(reversed(range(FOUR)), 2))
    for changed in changes:
        for dealt in product(*(permutations(rows[row]) for row in changed)):
            if not fewest:
                return best
            found = _as_tables(
                [dealt[changed.index(row)] if row in changed else rows[row] for row in range(FOUR)]
            )
            if (count := clashes(found)) < fewest:
                best, fewest = found, count
    return best

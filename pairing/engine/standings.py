"""The standings of an event, its phases and final groups included, and each number in them by its terms."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pairing.engine import phases
from pairing.model.field import Field
from pairing.model.types import Snapshot, Standing, TiebreakSpec
from pairing.model.work import UNLIMITED, Work
from pairing.systems import SYSTEMS
from pairing.tiebreaks.base import Explanation
from pairing.tiebreaks.ranking import counted, explained, ranking
from pairing.tiebreaks.table import Table, counted_rounds, last_completed


def rank(
    snapshot: Snapshot, after_round: int | None = None, *, work: Work = UNLIMITED
) -> tuple[Standing, ...]:
    """The standings, best first: every entrant but house players, withdrawn, eliminated and late ones included, and but
    those whose matches do not count (`counting`).

    With `after_round` (0 to the number of rounds) the rounds up to that one count; without, the completed
    rounds and the results entered so far in the open one. `points` comes first unless the chain names it.
    Players equal on the whole chain share a rank (1, 2, 2, 4) and stand in list order. `work` counts the steps of
    whatever is searched. Errors: PairingError for a round that does not exist and for a tie-break that is not for so
    many at a table; TooMuchWork.
    """
    return lines_of(snapshot, table_of(snapshot, after_round, work), work)


def lines_of(snapshot: Snapshot, table: Table, work: Work = UNLIMITED) -> tuple[Standing, ...]:
    """The standings of an event whose `table_of` is known; who was out before a phase began anew as they stood then."""
    lines, start = ranking(table), table.snapshot.begins_after
    if start <= snapshot.begins_after:
        return lines
    out = _out_before(table)
    front = [line for line in lines if line.player not in out]
    return (*front, *_behind(front, [x for x in rank(snapshot, start, work=work) if x.player in out]))


def _out_before(table: Table) -> frozenset[int]:
    """Who had left before the rounds that count, or was cut then."""
    begin = table.snapshot.begins_after
    left = ((e.id, e.left_after_round) for e in table.snapshot.entrants)
    return frozenset(id for id, after in left if after is not None and after <= begin)


def _behind(front: Sequence[Standing], earlier: Sequence[Standing]) -> Iterator[Standing]:
    """Lines of earlier standings, in their order behind all others."""
    shift = max((line.group for line in front), default=-1) + 1
    groups = sorted({line.group for line in earlier})
    place = before = 0
    for count, line in enumerate(earlier, len(front) + 1):
        place = place if line.rank == before else count
        before = line.rank
        yield replace(line, rank=place, group=shift + groups.index(line.group))


def standings_round(snapshot: Snapshot, after_round: int | None = None) -> int:
    """The round standings are said to be after: the one asked for, else the last completed one, or where rounds are
    open side by side the last with a result (0: none yet). Errors: PairingError for bad options.
    """
    if after_round is not None:
        return after_round
    if not phases.side_by_side(snapshot):
        return last_completed(snapshot)
    return max((round_.number for round_ in counted_rounds(snapshot, None)), default=0)


def points_before(snapshot: Snapshot, number: int) -> Mapping[int, int]:
    """Everybody's points (hundredths) before a round, as the standings then count them. Errors: as `rank`."""
    event = counting(snapshot)
    known = phases.Phases(event, rank) if event.phases else None
    field = Field(known.counting(number) if known else event, number)
    found = phases.ladder(field, known)
    points = found.points if found and not field.snapshot.begins_after else field.points
    return dict.fromkeys((e.id for e in snapshot.entrants), 0) | dict(points)


def has_own_points(snapshot: Snapshot) -> bool:
    """Whether points before a round are not just the sum of the rounds, so that `points_before` has to be asked."""
    systems = [phase.system for phase in snapshot.phases] or [snapshot.system]
    own = any(slug in SYSTEMS and SYSTEMS[slug].own_points for slug in systems)
    own = own or any(phase.anew for phase in snapshot.phases)
    return own or bool(phases.void(snapshot))


def counting(snapshot: Snapshot) -> Snapshot:
    """The event without whoever has no place in the standings, and without their matches and byes: what standings of
    any round are made of. Whether they count is a matter of all rounds, so this comes before rounds are left out.
    Errors: PairingError for bad options.
    """
    gone = phases.void(snapshot)
    if not gone:
        return snapshot
    rounds = (
        replace(
            round_,
            matches=tuple(m for m in round_.matches if gone.isdisjoint(m.seats)),
            byes=tuple(bye for bye in round_.byes if bye.player not in gone),
            free=tuple(
                p for m in round_.matches if not gone.isdisjoint(m.seats) for p in m.seats if p not in gone
            ),
        )
        for round_ in snapshot.rounds
    )
    return replace(
        snapshot,
        entrants=tuple(e for e in snapshot.entrants if e.id not in gone),
        rounds=tuple(rounds),
        adjustments=tuple(given for given in snapshot.adjustments if given.player not in gone),
        bye_requests=tuple(request for request in snapshot.bye_requests if request.player not in gone),
        phases=tuple(
            replace(phase, seeded=tuple(p for p in phase.seeded if p not in gone))
            for phase in snapshot.phases
        ),
    )


def has_floats(snapshot: Snapshot, number: int) -> bool:
    """Whether players on unequal points who met in this round have floated."""
    slug = phases.rules_of_round(snapshot.phases, number)[0] if snapshot.phases else snapshot.system
    return slug not in SYSTEMS or SYSTEMS[slug].floats


def explain(
    snapshot: Snapshot, spec: TiebreakSpec, player: int, after_round: int | None = None
) -> Explanation:
    """One player's value of one tie-break, term by term, so that a page can show it by its numbers.

    A tie-break that looks at those still level does so at its place in the snapshot's chain (at the end if
    it is not part of it). Errors: PairingError for an unknown player, tie-break or round.
    """
    return explained(table_of(snapshot, after_round, player=player), spec, player)


def table_of(
    snapshot: Snapshot, after_round: int | None = None, work: Work = UNLIMITED, *, player: int | None = None
) -> Table:
    """The counted rounds, with the points and groups of phases and of the system's ladder where there are any: what
    `rank` ranks, for whoever asks several things of the same standings. The line of a `player` who was out before a
    phase began anew stands in the table of the rounds before. Errors: those of `rank`.
    """
    event = counting(snapshot)
    known = phases.Phases(event, partial(rank, work=work)) if event.phases else None
    rounds = counted_rounds(event, after_round)
    seen = known.counting(rounds[-1].number) if known and rounds else event
    table = counted(seen, after_round, work)
    if (found := phases.ladder(table.field, known)) is not None:
        table.replace_points(found)
    return table if player is None else table_for(snapshot, table, player, work)


def table_for(snapshot: Snapshot, table: Table, player: int, work: Work = UNLIMITED) -> Table:
    """The table that has the line of a player: this one of the event, or one of the rounds before (`lines_of`)."""
    start = table.snapshot.begins_after
    if start <= snapshot.begins_after or player not in _out_before(table):
        return table
    return table_of(snapshot, start, work, player=player)

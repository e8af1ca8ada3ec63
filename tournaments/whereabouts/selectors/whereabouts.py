"""What the public pages show beyond rounds and standings: where everybody is now, and when they floated.

Nothing here ever reads a draft.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pairing import engine
from pairing.engine.standings import has_floats, has_own_points, points_before
from pairing.model.errors import PairingError
from pairing.model.field import Field, Sheet
from pairing.model.types import Snapshot
from tournaments import snapshots
from tournaments.events.selectors.events import RoundHead, round_heads
from tournaments.events.selectors.parts_of_standings import eliminated
from tournaments.events.selectors.phases import entries, is_side_by_side
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import ByeKind, Match, Player, Round, RoundState, Tournament
from tournaments.rounds.selectors.rounds import ByeRow, SeatRow, TableRow, round_sheet
from tournaments.steps.version_cache import at_hand


class Whereabouts(StrEnum):
    """Where a player is in the current round."""

    TABLE = "table"
    BYE = "bye"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    ELIMINATED = "eliminated"
    JOINS_LATER = "joins_later"
    NOT_PAIRED = "not_paired"
    NO_ROUND = "no_round"


@dataclass(frozen=True, slots=True)
class Place:
    """Where one player is; `others` are those at the same table.

    `round_number` says which round the kind speaks of: the round left after, or joined, for those not in it.
    `is_out` and `leaves`: eliminated or withdrawn by now, whatever the current round was for the player. `phase` is the
    one a player who joins later is seeded into (0: none).
    """

    number: int
    name: str
    kind: Whereabouts
    round_number: int = 0
    table: int | None = None
    seat: SeatRow | None = None
    others: tuple[SeatRow, ...] = ()
    result: str | None = None
    is_missing: bool = True
    match_id: int | None = None
    bye: ByeRow | None = None
    is_out: bool = False
    leaves: bool = False
    phase: int = 0

    @property
    def seats(self) -> int:
        return len(self.others) + 1

    @property
    def table_rows(self) -> tuple[SeatRow, ...]:
        """Everybody at the table in the order of the seats."""
        rows = (self.seat, *self.others) if self.seat else ()
        return tuple(sorted(rows, key=lambda row: row.position))

    @property
    def is_about_round(self) -> bool:
        """Whether it says something of this very round, rather than that the player is out of the event."""
        return self.kind in (Whereabouts.TABLE, Whereabouts.BYE, Whereabouts.ABSENT, Whereabouts.NOT_PAIRED)


@dataclass(frozen=True, slots=True)
class Places:
    """The current round and where everybody is in it. `current` is None before the first published round.

    `ahead` is the round after it if that is published already, `next_by_number` where everybody will be in it. Where
    rounds are open `side_by_side`, each is at the first match that is still to be played; the next is the one after.
    """

    current: RoundHead | None
    by_number: Mapping[int, Place] = field(default_factory=dict)
    ahead: RoundHead | None = None
    next_by_number: Mapping[int, Place] = field(default_factory=dict)
    side_by_side: bool = False


def published_rounds(tournament: Tournament) -> tuple[RoundHead, ...]:
    """The rounds everybody may see, in order."""
    return tuple(head for head in round_heads(tournament) if not head.is_draft)


def now_and_ahead(rounds: Sequence[RoundHead]) -> tuple[RoundHead | None, RoundHead | None]:
    """The round everybody is in now, and the one paired ahead of it, if it is published."""
    if not rounds:
        return None, None
    current = next((r for r in rounds if not r.is_completed), rounds[-1])
    return current, rounds[-1] if rounds[-1].number > current.number else None


def with_current_round(events: Iterable[Tournament]) -> list[Tournament]:
    """These events, each with `current`: the RoundHead everybody is in now, or None. One question for all of them."""
    listed = list(events)
    rounds: dict[int, list[RoundHead]] = {event.pk: [] for event in listed}
    rows = Round.objects.filter(tournament__in=listed).exclude(state=RoundState.DRAFT).order_by("number")
    for pk, number, state, created_at in rows.values_list("tournament_id", "number", "state", "created_at"):
        rounds[pk].append(RoundHead(number, state, created_at))
    for event in listed:
        event.current = now_and_ahead(rounds[event.pk])[0]  # type: ignore[attr-defined]
    return listed


def results_in(tournament: Tournament, number: int) -> tuple[int, int]:
    """How many tables of a round have a result, and how many tables it has."""
    matches = Match.objects.filter(round__tournament=tournament, round__number=number)
    total = matches.count()
    missing = unplayed(matches).count()
    return total - missing, total


def places(tournament: Tournament) -> Places:
    """Where everybody is now; kept by event version, so that a hall of phones costs one reading."""
    return at_hand(tournament, "places", lambda: _places(tournament))


Person = tuple[int, str, int, int | None, int]


def _people(tournament: Tournament) -> list[Person]:
    """Number, name, the round joined and left after, the phase that who is seeded enters with."""
    seeded = entries(tournament)
    rows = (
        Player.objects.filter(tournament=tournament, house=False)
        .order_by("number")
        .values_list("number", "name", "joined_round", "left_after_round")
    )
    found = []
    for number, name, joined, left in rows:
        phase, first = seeded.get(number, (0, 1))
        found.append((number, name, max(joined, first), left, phase))
    return found


def _places(tournament: Tournament) -> Places:
    rounds = published_rounds(tournament)
    people = _people(tournament)
    if not rounds:
        return Places(None, {person[0]: _before_round_one(*person) for person in people})
    snapshot = snapshots.load(tournament)
    current, ahead = now_and_ahead(rounds)
    assert current is not None
    if is_side_by_side(tournament):
        return _side_by_side(tournament, snapshot, people, rounds)
    return Places(
        current,
        _places_in(tournament, snapshot, people, current),
        ahead,
        _places_in(tournament, snapshot, people, ahead) if ahead else {},
    )


def _side_by_side(
    tournament: Tournament, snapshot: Snapshot, people: Sequence[Person], rounds: Sequence[RoundHead]
) -> Places:
    """Several rounds are open: everybody is at the first match that is still to be played, or at the last one."""
    current, _last = now_and_ahead(rounds)
    near = _near(snapshot)
    sheets = [
        (head, _places_in(tournament, snapshot, people, head))
        for head in rounds
        if head.number in near or head is rounds[-1]
    ]
    by_number: dict[int, Place] = {}
    later: dict[int, Place] = {}
    for number, *_person in people:
        own = [places[number] for _head, places in sheets if places[number].kind is Whereabouts.TABLE]
        waiting = [place for place in own if place.is_missing]
        by_number[number] = next(iter(waiting or own[-1:]), sheets[-1][1][number])
        if len(waiting) > 1:
            later[number] = waiting[1]
    return Places(current, by_number, next_by_number=later, side_by_side=True)


def _near(snapshot: Snapshot) -> set[int]:
    """The rounds in which anybody has one of the next two matches, or the last: a whole schedule has many more."""
    of_player: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for round_ in snapshot.rounds:
        for match in round_.matches:
            last |= dict.fromkeys(match.seats, round_.number)
            for player in match.seats if match.is_open else ():
                of_player.setdefault(player, []).append(round_.number)
    return {number for numbers in of_player.values() for number in numbers[:2]} | set(last.values())


def _places_in(
    tournament: Tournament, snapshot: Snapshot, people: Iterable[Person], head: RoundHead
) -> dict[int, Place]:
    sheet = round_sheet(tournament, head.number)
    out = eliminated(snapshot, head.number + head.is_completed)
    placed = _at_tables(sheet.tables, head.number, out)
    placed.update(_with_byes(sheet.byes, head.number, out))
    for number, name, joined, left, phase in people:
        if number not in placed:
            kind, spoken_of = _not_in_round(head.number, joined, left, number in out)
            placed[number] = Place(number, name, kind, spoken_of, is_out=number in out, phase=phase)
        elif left is not None and left < head.number:
            placed[number] = Place(number, name, Whereabouts.WITHDRAWN, left)
        elif joined > head.number:  # a late entry is recorded as absent from the rounds before
            placed[number] = Place(number, name, Whereabouts.JOINS_LATER, joined, phase=phase)
        elif left == head.number:
            placed[number] = replace(placed[number], leaves=True)
    return placed


def _before_round_one(number: int, name: str, joined: int, left: int | None, phase: int) -> Place:
    if left is not None:
        return Place(number, name, Whereabouts.WITHDRAWN, left)
    if phase:
        return Place(number, name, Whereabouts.JOINS_LATER, joined, phase=phase)
    return Place(number, name, Whereabouts.NO_ROUND, 1)


def _at_tables(tables: Iterable[TableRow], number: int, out: frozenset[int]) -> dict[int, Place]:
    placed = {}
    for row in tables:
        for seat in row.seats:
            others = tuple(other for other in row.seats if other is not seat)
            placed[seat.number] = Place(
                seat.number,
                seat.name,
                Whereabouts.TABLE,
                number,
                table=row.table,
                seat=seat,
                others=others,
                result=row.result,
                is_missing=row.is_missing,
                match_id=row.match_id,
                is_out=seat.number in out,
            )
    return placed


def _with_byes(byes: Iterable[ByeRow], number: int, out: frozenset[int]) -> dict[int, Place]:
    return {
        bye.number: Place(
            bye.number,
            bye.name,
            Whereabouts.ABSENT if bye.kind == ByeKind.ABSENT else Whereabouts.BYE,
            number,
            bye=bye,
            is_out=bye.number in out,
        )
        for bye in byes
    }


def _not_in_round(number: int, joined: int, left: int | None, is_out: bool) -> tuple[Whereabouts, int]:
    if left is not None and left < number:
        return Whereabouts.WITHDRAWN, left
    if is_out:
        return Whereabouts.ELIMINATED, number
    if joined > number:
        return Whereabouts.JOINS_LATER, joined
    return Whereabouts.NOT_PAIRED, number


def floats(tournament: Tournament) -> Mapping[int, Mapping[int, str]]:
    """For each player: `down` or `up` for each round in which they met somebody with fewer or more points.

    Kept by event version: every player's page shows some of it.
    """
    return at_hand(tournament, "floats", lambda: _floats(snapshots.load(tournament)))


def _floats(snapshot: Snapshot) -> dict[int, dict[int, str]]:
    if any(len(match.seats) != 2 for round_ in snapshot.rounds for match in round_.matches):
        return {}
    floating = {round_.number: has_floats(snapshot, round_.number) for round_ in snapshot.rounds}
    if not any(floating.values()):
        return {}
    sheets, extra = Field(snapshot).sheets, _extra_points(snapshot)
    if has_own_points(snapshot):
        by_round = {round_.number: points_before(snapshot, round_.number) for round_ in snapshot.rounds}
        before = {p: {number: points[p] for number, points in by_round.items()} for p in sheets}
    else:
        before = {player: _points_before(rows) for player, rows in sheets.items()}
    found: dict[int, dict[int, str]] = {}
    for player, rows in sheets.items():
        for sheet in rows:
            if sheet.opponent is None or not floating[sheet.round]:
                continue
            more = extra.get(sheet.round, {})
            mine, theirs = (before[p][sheet.round] + more.get(p, 0) for p in (player, sheet.opponent))
            if mine != theirs:
                found.setdefault(player, {})[sheet.round] = "down" if mine > theirs else "up"
    return found


def _extra_points(snapshot: Snapshot) -> Mapping[int, Mapping[int, int]]:
    """What counted for the pairing of each round besides; nothing where the event cannot be paired as it is."""
    try:
        return engine.extra_points(snapshot)
    except PairingError:
        return {}


def _points_before(rows: Iterable[Sheet]) -> dict[int, int]:
    """A player's points (hundredths) before each of their rounds."""
    points, found = 0, {}
    for sheet in rows:
        found[sheet.round] = points
        points += sheet.points
    return found

"""One round as it is shown: tables, names, points before the round, results, reasons; and who is still
missing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext

import pairing.repair.wording
import pairing.systems  # noqa: F401  (registers the sentences of every system)
from pairing.engine.standings import points_before
from pairing.model.reasons import TEXTS, shown_params
from pairing.model.scoring.mahjong import STICK
from pairing.model.types import FOUR, RESULTS, Hundredths
from pairing.systems import SYSTEMS
from tournaments import snapshots
from tournaments.events.selectors.phases import is_whole
from tournaments.models import Bye, ByeKind, Player, Round, RoundState, Seat, Tournament
from tournaments.names.namesakes import names_in
from tournaments.snapshots import adjustments_of, mahjong_of, scoring_of
from tournaments.standings.selectors.of_four import progress


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at a table. Points and penalties are hundredths; `points` is None while the result is missing.

    `rating` is None too where the event does not show ratings in pairings.
    At tables of four `place` is 1 to 4 (shared places the same) and `house` marks who only fills the seat.
    """

    number: int
    name: str
    position: int
    points_before: Hundredths
    club: str = ""
    title: str = ""
    rating: int | None = None
    points: Hundredths | None = None
    outcome: str = ""
    raw: int | None = None
    penalty: Hundredths = 0
    place: int | None = None
    house: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with everybody at it. `sticks`: riichi sticks left on a played table of four; `is_verified`: its result
    has been keyed a second time; `agreed_for`: when it is to be played, where that is not with its round.
    """

    match_id: int
    table: int
    seats: tuple[SeatRow, ...]
    result: str | None
    games: tuple[int, ...] | None
    why: tuple[dict[str, Any], ...]
    entered_at: datetime | None = None
    sticks: int | None = None
    is_verified: bool = False
    agreed_for: datetime | None = None
    postponed: bool = False

    @property
    def is_missing(self) -> bool:
        """No result yet."""
        return self.result is None and any(seat.raw is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class ByeRow:
    number: int
    name: str
    kind: str
    points: Hundredths
    points_before: Hundredths
    why: tuple[dict[str, Any], ...]
    club: str = ""

    @property
    def label(self) -> str:
        return str(ByeKind(self.kind).label)


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round with everything on it. `names` has every player number that a reason of this round can name.

    `assumed_round` is the round before, if results of it were assumed in pairing this one (`assumed`: dicts of table
    and result); then the points before a draft are the assumed ones it was paired on.
    """

    number: int
    state: str
    tables: tuple[TableRow, ...]
    byes: tuple[ByeRow, ...]
    notes: tuple[dict[str, Any], ...] = ()
    relaxed: tuple[dict[str, Any], ...] = ()
    published_at: datetime | None = None
    completed_at: datetime | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    floats: bool = True  # whether unequal points at a table are one
    assumed_round: int | None = None
    assumed: tuple[Mapping[str, object], ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """Table numbers without a result."""
        return tuple(row.table for row in self.tables if row.is_missing)

    @property
    def verified(self) -> int:
        """How many results have been keyed a second time."""
        return sum(row.is_verified for row in self.tables)

    @property
    def is_draft(self) -> bool:
        return self.state == RoundState.DRAFT

    @property
    def is_completed(self) -> bool:
        return self.state == RoundState.COMPLETED


def round_sheet(
    tournament: Tournament,
    number: int,
    *,
    table: int | None = None,
    drafts: bool = False,
    ratings: bool = False,
) -> RoundSheet:
    """The round, in six queries, or twice as many where the system makes points itself; with `ratings` also where the
    event shows none in pairings. With `table` no more of it than that table, at the price of one.

    Errors: Round.DoesNotExist, also for a draft unless `drafts`.
    """
    round_ = Round.objects.get(tournament=tournament, number=number)
    round_.tournament = tournament
    if round_.state == RoundState.DRAFT and not drafts:
        raise Round.DoesNotExist(f"round {number} is not published")
    seats = Seat.objects.filter(round=round_)
    byes = Bye.objects.filter(round=round_)
    if table is not None:
        seats, byes = seats.filter(match__table=table), byes.none()
    before = _before(round_, None if table is None else set(seats.values_list("player", flat=True)))
    # Reasons also name who is not in the round: the one whose seat a house player has.
    names = names_in(tournament)
    return RoundSheet(
        number=round_.number,
        state=round_.state,
        tables=_tables(tournament, seats, before, ratings=ratings or tournament.show_ratings),
        byes=_byes(byes, before),
        notes=tuple(round_.notes),
        relaxed=tuple(round_.relaxed),
        published_at=round_.published_at,
        completed_at=round_.completed_at,
        names=names,
        floats=SYSTEMS[round_.system].floats if round_.system in SYSTEMS else True,
        assumed_round=round_.assumed["round"] if round_.assumed else None,
        assumed=tuple(round_.assumed["results"]) if round_.assumed else (),
    )


def speaker(names: Mapping[int, str]) -> Callable[[Mapping[str, Any]], str]:
    """What says a stored reason in the reader's language, with names for numbers."""
    translate = cache(gettext)  # a round of 5,000 has 10,000 reasons of a dozen sentences
    return lambda reason: translate(TEXTS[reason["code"]]).format(
        **shown_params(reason.items(), lambda number: names.get(number, str(number)))
    )


def _before(round_: Round, players: Collection[int] | None) -> dict[int, int]:
    """Points by player key before a round, as its readers are to see them; at least those of `players` (None: all)."""
    system = SYSTEMS.get(round_.tournament.system)
    if round_.state == RoundState.DRAFT and round_.assumed:
        return _points_as_paired(round_)
    if system is not None and system.seats == FOUR and system.ladder is not None:
        return _totals_before(round_)
    if system is not None and (system.own_points or _has_void(round_.tournament)):
        return _own_points_before(round_.tournament, round_.number)
    return _plain_points_before(round_.tournament, round_.number, players)


def _has_void(tournament: Tournament) -> bool:
    """Whether some matches may count for nobody: somebody has left a schedule that is there as a whole."""
    return is_whole(tournament) and tournament.players.filter(left_after_round__isnull=False).exists()


def _totals_before(round_: Round) -> dict[int, int]:
    """The totals of the standings before a round, where a final phase makes them more than the sum of the rounds."""
    steps = progress(round_.tournament).steps
    totals = {
        number: [step.total for step in mine if step.round < round_.number] for number, mine in steps.items()
    }
    keys = Player.objects.filter(tournament=round_.tournament_id).values_list("number", "pk")
    return {key: totals[number][-1] for number, key in keys if totals.get(number)}


def _own_points_before(tournament: Tournament, number: int) -> dict[int, int]:
    """The points of the standings before a round, where they are not just the sum of the rounds."""
    points = points_before(snapshots.load(tournament), number)
    keys = Player.objects.filter(tournament=tournament).values_list("number", "pk")
    return {key: points[number] for number, key in keys if number in points}


def _points_as_paired(round_: Round) -> dict[int, int]:
    """Points by player key before a round, with the assumed results of the round before for the true ones."""
    assumed = round_.assumed or {}
    points = _plain_points_before(round_.tournament, assumed["round"])
    results = {row["table"]: row["result"] for row in assumed["results"]}
    worth = scoring_of(round_.tournament).for_outcome
    where = {"round__tournament": round_.tournament_id, "round__number": assumed["round"]}
    for player, table, position in Seat.objects.filter(**where).values_list(
        "player_id", "match__table", "position"
    ):
        points[player] = points.get(player, 0) + worth(RESULTS[results[table]][position])
    for player, given in Bye.objects.filter(**where).values_list("player_id", "points"):
        points[player] = points.get(player, 0) + given
    return points


def _plain_points_before(
    tournament: Tournament, number: int, players: Collection[int] | None = None
) -> dict[int, int]:
    """The sum of the rounds that count before a round: of all, unless a phase begins anew."""
    if any(phase.get("anew") for phase in tournament.phases):
        return _own_points_before(tournament, number)
    return _points_before(tournament, number, players)


def _points_before(
    tournament: Tournament, number: int, players: Collection[int] | None = None
) -> dict[int, int]:
    """Points by player key before a round: results and byes of the rounds before it, bonuses and penalties."""
    points: dict[int, int] = {}
    for model in (Seat, Bye):
        rows = model._default_manager.filter(
            round__tournament=tournament, round__number__lt=number, points__isnull=False
        )
        if players is not None:
            rows = rows.filter(player__in=players)
        for player, total in rows.values_list("player_id").annotate(Sum("points")).order_by():
            points[player] = points.get(player, 0) + total
    given = [a for a in adjustments_of(tournament) if a.counts_after(number - 1)]
    if given:
        keys = dict(tournament.players.values_list("number", "pk"))
        for adjustment in given:
            key = keys[adjustment.player]
            points[key] = points.get(key, 0) + adjustment.points
    return points


def _tables(
    tournament: Tournament, of_round: QuerySet[Seat], before: Mapping[int, int], *, ratings: bool
) -> tuple[TableRow, ...]:
    columns = (
        "match_id", "match__table", "match__result", "match__games", "match__why", "match__entered_at",
        "match__verified_at", "match__agreed_for", "match__postponed",
        "player_id", "position", "points", "outcome", "raw", "penalty", "place", "player__house",
        "player__number", "player__name", "player__club", "player__title", "player__rating",
    )  # fmt: skip
    heads: dict[int, tuple[Any, ...]] = {}
    seats: dict[int, list[SeatRow]] = {}
    rows = of_round.order_by("match__table", "position").values_list(*columns)
    for match, table, result, games, why, entered, verified, agreed_for, postponed, player, *seat in rows:
        heads[match] = (table, result, games, why, entered, verified is not None, agreed_for, postponed)
        if not ratings:
            seat[-1] = None  # the rating
        seats.setdefault(match, []).append(_seat(before.get(player, 0), *seat))
    return tuple(
        TableRow(
            match,
            table,
            tuple(seats[match]),
            result,
            tuple(games) if games else None,
            tuple(why),
            entered,
            _sticks(tournament, seats[match]),
            *more,
        )
        for match, (table, result, games, why, entered, *more) in heads.items()
    )


def _seat(
    points_before: int, position: int, points: int | None, outcome: str, raw: int | None, penalty: int,
    place: int | None, house: bool, number: int, name: str, club: str, title: str, rating: int | None,
) -> SeatRow:  # fmt: skip
    """A seat from its columns, in the order in which `_tables` asks for them."""
    return SeatRow(
        number,
        name,
        position,
        points_before,
        club,
        title,
        rating,
        points,
        outcome,
        raw,
        penalty,
        place,
        house,
    )


def _sticks(tournament: Tournament, seats: Iterable[SeatRow]) -> int | None:
    """What of the points of the table nobody has: whole thousands, as nothing else can be entered."""
    raw = [seat.raw for seat in seats if seat.raw is not None]
    return (mahjong_of(tournament).total - sum(raw)) // STICK if len(raw) == FOUR else None


def _byes(of_round: QuerySet[Bye], before: Mapping[int, int]) -> tuple[ByeRow, ...]:
    columns = (
        "player_id", "kind", "points", "why", "player__number", "player__name", "player__club",
    )  # fmt: skip
    rows = of_round.order_by("player__number").values_list(*columns)
    return tuple(
        ByeRow(number, name, kind, points, before.get(player, 0), tuple(why), club)
        for player, kind, points, why, number, name, club in rows
    )

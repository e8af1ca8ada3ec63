"""What stands at tables of four: what may be entered, what is stored, and the points and places it gives."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.model.scoring.mahjong import check_raw, score_table
from pairing.model.types import FOUR
from tournaments import round_rows, snapshots
from tournaments.models import Match, Seat, Tournament
from tournaments.results.refusals import refuse
from tournaments.rounds.services.entry import refuse_wrong_seats, supersede_reports
from tournaments.steps.changes import touching
from tournaments.steps.fields import is_whole
from tournaments.steps.refusals import CoreError

MOST_RAW = 1_000_000
MOST_PENALTY = 100_000
MOST_STICKS = 999
NO_PENALTIES = (0,) * FOUR


@dataclass(frozen=True, slots=True)
class Entry:
    """What somebody entered for a table, in seat order.

    `penalties` are hundredths, None leaves those that are stored; `sticks` None: as many as the sum says.
    """

    raw: Sequence[int]
    penalties: Sequence[int] | None = None
    sticks: int | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What stands at a table, in seat order; `raw` is None while it is empty."""

    raw: tuple[int, ...] | None
    penalties: tuple[int, ...]

    @property
    def text(self) -> str:
        """For a sentence: `42300, 31200, 28000, 18500`."""
        return "–" if self.raw is None else ", ".join(map(str, self.raw))

    def to_json(self) -> dict[str, object]:
        """As the log keeps it."""
        return {"scores": self.raw and list(self.raw), "penalties": list(self.penalties)}


EMPTY = Stored(None, NO_PENALTIES)


def check_entry(tournament: Tournament, entry: Entry, table: int | None = None) -> int:
    """How many riichi sticks are left on the table when everything is right.

    Errors: `wrong_seats`, `bad_scores`, `bad_penalties`, `bad_sticks`, and those of the sum, field scores:
    `not_hundreds` (params: value), `sum_too_high`, `sum_too_low`, `sticks_differ` (params: total, difference,
    expected).
    """
    refuse_wrong_seats(tournament, FOUR)
    if not _four_numbers(entry.raw, MOST_RAW):
        raise refuse.bad_scores(table=table)
    if entry.penalties is not None and not _four_numbers(entry.penalties, MOST_PENALTY):
        raise refuse.bad_penalties(table=table)
    if entry.sticks is not None and not (is_whole(entry.sticks) and 0 <= entry.sticks <= MOST_STICKS):
        raise refuse.bad_sticks(limit=MOST_STICKS, table=table)
    try:
        return check_raw(snapshots.mahjong_of(tournament), entry.raw, entry.sticks)
    except PairingError as error:
        refusal = CoreError(error, field="scores")
        refusal.params["table"] = table
        raise refusal from error


def _four_numbers(values: object, most: int) -> bool:
    return (
        isinstance(values, list | tuple)
        and len(values) == FOUR
        and all(is_whole(value) and abs(value) <= most for value in values)
    )


def wanted_of(entry: Entry | None, old: Stored) -> Stored:
    """What is to stand at a table after an entry (None empties it) where `old` stood."""
    if entry is None:
        return EMPTY
    return Stored(tuple(entry.raw), old.penalties if entry.penalties is None else tuple(entry.penalties))


def stored_scores(row: Match) -> Stored:
    """What stands at a table now."""
    return stored_of([row])[row.pk]


def stored_of(rows: Iterable[Match]) -> dict[int, Stored]:
    """What stands at many tables now, by match."""
    seats: dict[int, list[tuple[int | None, int]]] = {row.pk: [] for row in rows}
    columns = ("match_id", "raw", "penalty")
    for match, raw, penalty in (
        Seat.objects.filter(match__in=list(seats)).order_by("position").values_list(*columns)
    ):
        seats[match].append((raw, penalty))
    return {match: _stored(values) for match, values in seats.items()}


def _stored(values: list[tuple[int | None, int]]) -> Stored:
    raw = tuple(value for value, _penalty in values if value is not None)
    return Stored(raw if len(raw) == FOUR else None, tuple(penalty for _raw, penalty in values))


def store_scores(
    tournament: Tournament, actor: User | None, rows: Sequence[Match], wanted: Mapping[int, Stored]
) -> None:
    """Write scores and the points and places they give, inside a running change. `wanted` is keyed by match.

    Reports at these tables that nobody has decided are superseded.
    """
    scoring = snapshots.mahjong_of(tournament)
    seats: dict[int, list[Seat]] = {row.pk: [] for row in rows}
    touching(tournament.pk, matches=list(seats))
    for seat in Seat.objects.filter(match__in=list(seats)).order_by("position"):
        seats[seat.match_id].append(seat)
    for key, at_table in seats.items():
        new = wanted[key]
        scored = score_table(scoring, new.raw, new.penalties) if new.raw else None
        for seat, values in zip(
            at_table, round_rows.seat_values(new.raw, new.penalties, scored), strict=True
        ):
            for field, value in values.items():
                setattr(seat, field, value)
    everybody = [seat for at_table in seats.values() for seat in at_table]
    Seat.objects.bulk_update(everybody, ["raw", "penalty", "points", "place"], batch_size=200)
    now = timezone.now()
    played = [key for key in seats if wanted[key].raw]
    Match.objects.filter(pk__in=list(seats)).update(verified_at=None, verified_by=None)
    Match.objects.filter(pk__in=played).update(entered_at=now, entered_by=actor)
    Match.objects.filter(pk__in=seats.keys() - set(played)).update(entered_at=None, entered_by=None)
    supersede_reports(seats)

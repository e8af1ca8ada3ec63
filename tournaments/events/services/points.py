"""The points of results, given again after an organiser has changed what a result is worth."""

from collections import defaultdict
from typing import Any

from pairing.model.scoring.mahjong import MahjongScoring, score_table
from pairing.model.types import FOUR, TWO, ByeKind as CoreBye, Outcome, Scoring
from tournaments import snapshots
from tournaments.models import Bye, Match, Seat, Tournament
from tournaments.steps.changes import touching


def score_anew(tournament: Tournament) -> None:
    """Give every point of the event anew after another worth of results was stored, inside a running change."""
    tables = Match.objects.filter(round__tournament=tournament).order_by()
    touching(tournament.pk, matches=tables.values_list("pk", flat=True))
    _ANEW[snapshots.seats_at_table(tournament)](tournament, snapshots.worth_of(tournament))


def _score_twos(tournament: Tournament, scoring: Scoring) -> None:
    for outcome in Outcome:
        rows = Seat.objects.filter(round__tournament=tournament, outcome=outcome.value)
        rows.update(points=scoring.for_outcome(outcome))
    touching(tournament.pk, "byes")
    for kind in CoreBye:
        rows_of_kind = Bye.objects.filter(round__tournament=tournament, kind=kind.value)
        rows_of_kind.update(points=scoring.for_bye(kind))


def _score_fours(tournament: Tournament, scoring: MahjongScoring) -> None:
    tables: dict[int, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(round__tournament=tournament, raw__isnull=False)
    for seat in rows.order_by("match_id", "position"):
        tables[seat.match_id].append(seat)
    for seats in tables.values():
        raw = tuple(seat.raw or 0 for seat in seats)
        scored = score_table(scoring, raw, tuple(seat.penalty for seat in seats))
        for seat, points, place in zip(seats, scored.points, scored.places, strict=True):
            seat.points, seat.place = points, place
    everybody = [seat for seats in tables.values() for seat in seats]
    Seat.objects.bulk_update(everybody, ["points", "place"], batch_size=500)


_ANEW: dict[int, Any] = {TWO: _score_twos, FOUR: _score_fours}

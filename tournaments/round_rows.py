"""The tables, seats and byes of a round as rows of the database: a RoundPlan, or a round that came in a document.

Rows are given the keys of what they belong to, not the objects: tying thousands together took a sixth of a pairing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairing.model.scoring.mahjong import TableScore, score_table
from pairing.model.types import FOUR, RESULTS, Match, Round, RoundPlan, Snapshot
from tournaments import models


def save_plan(round_: models.Round, plan: RoundPlan, snapshot: Snapshot) -> None:
    """Store the tables and byes of a plan under a round that has none yet; everybody in it is a player already."""
    keys = dict(models.Player.objects.filter(tournament=round_.tournament_id).values_list("number", "pk"))
    matches = models.Match.objects.bulk_create(
        [
            models.Match(round_id=round_.pk, table=m.table, why=[reason.to_json() for reason in m.why])
            for m in plan.matches
        ],
        batch_size=1000,
    )
    _save_seats(
        [
            models.Seat(match_id=row.pk, round_id=round_.pk, player_id=keys[number], position=position)
            for row, planned in zip(matches, plan.matches, strict=True)
            for position, number in enumerate(planned.seats)
        ]
    )
    models.Bye.objects.bulk_create(
        [
            models.Bye(
                round_id=round_.pk,
                player_id=keys[b.player],
                kind=b.kind.value,
                points=snapshot.worth.for_bye(b.kind),
                why=[reason.to_json() for reason in b.why],
            )
            for b in plan.byes
        ],
        batch_size=2000,
    )


def save_round(round_: models.Round, played: Round, snapshot: Snapshot, keys: Mapping[int, int]) -> None:
    """Store the tables, results and byes of a round that came from a document. `keys` are player keys by number."""
    matches = models.Match.objects.bulk_create(
        [
            models.Match(
                round_id=round_.pk,
                table=m.table,
                result=m.result,
                games=list(m.games) if m.games else None,
            )
            for m in played.matches
        ],
        batch_size=1000,
    )
    seats = []
    for row, match in zip(matches, played.matches, strict=True):
        values_of = _seats_of_four if len(match.seats) == FOUR else _seats_of_two
        for position, values in enumerate(values_of(match, snapshot)):
            player = keys[match.seats[position]]
            seats.append(
                models.Seat(
                    match_id=row.pk, round_id=round_.pk, player_id=player, position=position, **values
                )
            )
    _save_seats(seats)
    models.Bye.objects.bulk_create(
        [
            models.Bye(
                round_id=round_.pk,
                player_id=keys[b.player],
                kind=b.kind.value,
                points=snapshot.worth.for_bye(b.kind),
            )
            for b in played.byes
        ],
        batch_size=2000,
    )


def _seats_of_two(match: Match, snapshot: Snapshot) -> list[dict[str, Any]]:
    if match.result is None:
        return [{}, {}]
    return [
        {"outcome": outcome.value, "points": snapshot.scoring.for_outcome(outcome)}
        for outcome in RESULTS[match.result]
    ]


def _seats_of_four(match: Match, snapshot: Snapshot) -> list[dict[str, Any]]:
    scored = score_table(snapshot.mahjong, match.scores, match.penalties) if match.scores else None
    return seat_values(match.scores, match.penalties, scored)


def seat_values(
    raw: Sequence[int] | None, penalties: Sequence[int] | None, scored: TableScore | None
) -> list[dict[str, Any]]:
    """What stands on the four seats of a table, in their order; `raw` and `scored` are None for an open one."""
    return [
        {
            "raw": raw[seat] if raw else None,
            "penalty": penalties[seat] if penalties else 0,
            "points": scored.points[seat] if scored else None,
            "place": scored.places[seat] if scored else None,
        }
        for seat in range(FOUR)
    ]


def _save_seats(seats: list[models.Seat]) -> None:
    models.Seat.objects.bulk_create(seats, batch_size=2000)

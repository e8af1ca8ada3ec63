"""The tables, seats and byes of a round as rows of the database: a RoundPlan, or a round that came in a document.

Rows go to the database as columns with the keys of what they belong to, not as objects.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from pairing.model.scoring.mahjong import TableScore, score_table
from pairing.model.types import (
    FOUR,
    RESULTS,
    Bye,
    Match,
    PlannedBye,
    PlannedMatch,
    Round,
    RoundPlan,
    Snapshot,
)
from tournaments import models

_Columns = dict[str, Any]


def save_plan(round_: models.Round, plan: RoundPlan, snapshot: Snapshot) -> None:
    """Store the tables and byes of a plan under a round that has none yet; everybody in it is a player already."""
    keys = dict(models.Player.objects.filter(tournament=round_.tournament_id).values_list("number", "pk"))
    save_tables(round_, plan.matches, keys)
    _save_byes(round_, ((b, [reason.to_json() for reason in b.why]) for b in plan.byes), snapshot, keys)


def save_tables(round_: models.Round, planned: Sequence[PlannedMatch], keys: Mapping[int, int]) -> None:
    """Store tables of a plan that the round does not have yet. `keys` are player keys by number."""
    _save_tables(
        round_,
        [
            (
                {"table": m.table, "why": _json([reason.to_json() for reason in m.why])},
                [{"player_id": keys[n]} for n in m.seats],
            )
            for m in planned
        ],
    )


def save_round(round_: models.Round, played: Round, snapshot: Snapshot, keys: Mapping[int, int]) -> None:
    """Store the tables, results and byes of a round that came from a document. `keys` are player keys by number."""
    _save_tables(
        round_,
        [
            (
                {
                    "table": m.table,
                    "result": m.result,
                    "games": _json(list(m.games)) if m.games else None,
                    "agreed_for": connection.ops.adapt_datetimefield_value(m.agreed_for),
                    "postponed": m.postponed,
                },
                [
                    {"player_id": keys[number], **values}
                    for number, values in zip(m.seats, played_seats(m, snapshot), strict=True)
                ],
            )
            for m in played.matches
        ],
    )
    _save_byes(round_, ((b, []) for b in played.byes), snapshot, keys)


def _save_tables(round_: models.Round, tables: list[tuple[_Columns, list[_Columns]]]) -> None:
    """Store matches, each with its seats in their order."""
    _insert(models.Match, [{"round_id": round_.pk, **match} for match, _seats in tables])
    keys = dict(models.Match.objects.filter(round=round_).order_by().values_list("table", "pk"))
    _insert(
        models.Seat,
        [
            {"match_id": keys[match["table"]], "round_id": round_.pk, "position": position, **seat}
            for match, seats in tables
            for position, seat in enumerate(seats)
        ],
    )


def _save_byes(
    round_: models.Round,
    byes: Iterable[tuple[Bye | PlannedBye, list[object]]],
    snapshot: Snapshot,
    keys: Mapping[int, int],
) -> None:
    """Store byes, each with why there is one."""
    _insert(
        models.Bye,
        [
            {
                "round_id": round_.pk,
                "player_id": keys[b.player],
                "kind": b.kind.value,
                "points": snapshot.worth.for_bye(b.kind),
                "why": _json(why),
            }
            for b, why in byes
        ],
    )


def _insert(model: type[Model], rows: list[_Columns]) -> None:
    """Store rows, each by name of its columns; the others are as in a new object.

    No object is made: making and preparing those of a large round took a third of a pairing.
    """
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    new = {field.attname: field.get_db_prep_save(field.get_default(), connection) for field in fields}
    columns, places = (
        ", ".join(names) for names in ([f'"{f.column}"' for f in fields], ["%s"] * len(fields))
    )
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(
                f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})',
                [tuple({**new, **row}.values()) for row in rows],
            )


def _json(value: object) -> object:
    return connection.ops.adapt_json_value(value, None)


def played_seats(match: Match, snapshot: Snapshot) -> list[dict[str, object]]:
    """What stands on the seats of a table that came in a document, as far as it is not as in a new row."""
    if len(match.seats) == FOUR:
        scored = score_table(snapshot.mahjong, match.scores, match.penalties) if match.scores else None
        return seat_values(match.scores, match.penalties, scored)
    return [
        {"outcome": outcome.value, "points": snapshot.scoring.for_outcome(outcome)}
        for outcome in (RESULTS[match.result] if match.result else ())
    ] or [{}, {}]


def seat_values(
    raw: Sequence[int] | None, penalties: Sequence[int] | None, scored: TableScore | None
) -> list[dict[str, object]]:
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

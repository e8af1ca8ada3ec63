"""Snapshots and plans as the plain JSON data of the event format, written straight from its description."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pairing.errors import Impossible
from pairing.types import Entrant, Round, RoundPlan, Scoring, Snapshot

_ALWAYS = ("id", "name", "rating", "joined_round", "left_after_round", "club")


def to_document(snapshot: Snapshot) -> dict[str, Any]:
    """The `pairwright-event/1` document of a snapshot, requested byes included."""
    document: dict[str, Any] = {
        "format": "pairwright-event/1",
        "name": snapshot.name,
        "system": {"name": snapshot.system, "options": dict(snapshot.options)},
        "rounds_planned": snapshot.rounds_planned,
        "scoring": _scoring(snapshot.scoring),
        "draw_seed": snapshot.draw_seed,
        "players": [_player(entrant) for entrant in snapshot.entrants],
        "forbidden_pairs": [list(pair) for pair in snapshot.forbidden_pairs],
        "rounds": [_round(played) for played in snapshot.rounds],
    }
    if snapshot.bye_requests:
        document["bye_requests"] = [
            {"player": r.player, "round": r.round, "kind": str(r.kind)} for r in snapshot.bye_requests
        ]
    return document


def _scoring(scoring: Scoring) -> dict[str, float]:
    points = {name: value / 100 for name, value in asdict(scoring).items() if value is not None}
    return {name: int(value) if value.is_integer() else value for name, value in points.items()}


def _player(entrant: Entrant) -> dict[str, Any]:
    fields = asdict(entrant)
    return {name: value for name, value in fields.items() if name in _ALWAYS or value is not None}


def _round(played: Round) -> dict[str, Any]:
    return {
        "number": played.number,
        "status": str(played.status),
        "matches": [
            {"table": match.table, "seats": list(match.seats), "result": match.result}
            for match in played.matches
        ],
        "byes": [{"player": bye.player, "kind": str(bye.kind)} for bye in played.byes],
    }


def to_plan_json(plan: RoundPlan) -> dict[str, Any]:
    """The answer of `manage.py pair` for a plan."""
    return {
        "round": plan.number,
        "matches": [
            {"table": m.table, "seats": list(m.seats), "why": [why.text() for why in m.why]}
            for m in plan.matches
        ],
        "byes": [
            {"player": b.player, "kind": str(b.kind), "why": [why.text() for why in b.why]} for b in plan.byes
        ],
        "relaxed": [
            {"rule": r.rule, "players": list(r.players), "because": r.reason.text()} for r in plan.relaxed
        ],
        "notes": [note.text() for note in plan.notes],
    }


def to_impossible_json(number: int, impossible: Impossible) -> dict[str, Any]:
    """The answer of `manage.py pair` when there is no legal pairing."""
    because = {"players": list(impossible.players), "because": str(impossible)}
    return {"round": number, "matches": [], "byes": [], "relaxed": [], "notes": [], "impossible": because}

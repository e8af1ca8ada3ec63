"""Snapshots and plans as the plain JSON data of the event format, written straight from its description."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pairing.errors import Impossible
from pairing.registry import FOUR, seats_of
from pairing.scoring.mahjong import MahjongScoring
from pairing.types import Entrant, Match, Round, RoundPlan, Scoring, Snapshot

_ALWAYS = ("id", "name", "rating", "joined_round", "left_after_round", "club")


def to_document(snapshot: Snapshot) -> dict[str, Any]:
    """The `pairwright-event/1` document of a snapshot, requested byes included."""
    document: dict[str, Any] = {
        "format": "pairwright-event/1",
        "name": snapshot.name,
        "system": {"name": snapshot.system, "options": dict(snapshot.options)},
        "rounds_planned": snapshot.rounds_planned,
        "scoring": _scoring_of_four(snapshot.mahjong)
        if seats_of(snapshot.system) == FOUR
        else _scoring(snapshot.scoring),
        "draw_seed": snapshot.draw_seed,
        "players": [_player(entrant) for entrant in snapshot.entrants],
        "forbidden_pairs": [list(pair) for pair in snapshot.forbidden_pairs],
        "rounds": [_round(played) for played in snapshot.rounds],
    }
    if snapshot.tiebreaks:
        document["tiebreaks"] = [spec.label for spec in snapshot.tiebreaks]
    if snapshot.season is not None:
        document["season"] = snapshot.season
        document["earlier_meetings"] = [
            {"season": m.season, "players": list(m.players)} for m in snapshot.earlier_meetings
        ]
    if snapshot.tables.ranges:
        document["tables"] = {
            "ranges": [list(part) for part in snapshot.tables.ranges],
            "skip": list(snapshot.tables.skip),
        }
    if snapshot.schedule:
        document["schedule"] = [[list(table) for table in tables] for tables in snapshot.schedule]
    if snapshot.bye_requests:
        document["bye_requests"] = [
            {"player": r.player, "round": r.round, "kind": str(r.kind)} for r in snapshot.bye_requests
        ]
    return document


def _scoring(scoring: Scoring) -> dict[str, float]:
    points = {name: value / 100 for name, value in asdict(scoring).items() if value is not None}
    return {name: int(value) if value.is_integer() else value for name, value in points.items()}


def _scoring_of_four(scoring: MahjongScoring) -> dict[str, Any]:
    uma = (scoring.uma_first, scoring.uma_second, scoring.uma_third, scoring.uma_fourth)
    return {
        "start": scoring.start,
        "return": scoring.return_points,
        "uma": [value / 100 for value in uma],
        "oka": scoring.oka / 100,
        "ties": scoring.ties,
        "leftover": scoring.leftover,
        "chombo": scoring.chombo / 100,
        "missed_game": scoring.missed_game / 100,
    }


def _player(entrant: Entrant) -> dict[str, Any]:
    fields = asdict(entrant)
    shown = {name: value for name, value in fields.items() if name in _ALWAYS or value is not None}
    return shown if entrant.house else {name: value for name, value in shown.items() if name != "house"}


def _round(played: Round) -> dict[str, Any]:
    return {
        "number": played.number,
        "status": str(played.status),
        "matches": [_match(match) for match in played.matches],
        "byes": [{"player": bye.player, "kind": str(bye.kind)} for bye in played.byes],
    }


def _match(match: Match) -> dict[str, Any]:
    seated: dict[str, Any] = {"table": match.table, "seats": list(match.seats)}
    if len(match.seats) == 2:
        return {**seated, "result": match.result}
    scored = {**seated, "scores": None if match.scores is None else list(match.scores)}
    if match.penalties is not None:
        scored["penalties"] = [value / 100 for value in match.penalties]
    return scored


def to_plan_json(plan: RoundPlan) -> dict[str, Any]:
    """The answer of `manage.py pair` for a plan."""
    answer = {
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
    return {**answer, "house_players": list(plan.house)} if plan.house else answer


def to_impossible_json(number: int, impossible: Impossible) -> dict[str, Any]:
    """The answer of `manage.py pair` when there is no legal pairing."""
    because = {"players": list(impossible.players), "because": str(impossible)}
    return {"round": number, "matches": [], "byes": [], "relaxed": [], "notes": [], "impossible": because}

"""Repairs of a round that is paired, changes by hand, and tables marked as playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from pairing.repair import Warning
from tournaments.api.corrections.serializers.repairs import (
    ByHandIn,
    ByHandOut,
    PlayingIn,
    RepairIn,
    RepairsOut,
    RepairsQuery,
    change_of,
    move_of,
)
from tournaments.api.endpoint import endpoint
from tournaments.api.players.serializers.players import Changed
from tournaments.api.rounds.views.rounds import RoundView
from tournaments.corrections.selectors.repairs import Change, Proposal
from tournaments.corrections.selectors.repairs_pending import pending
from tournaments.corrections.services import by_hand, repairs
from tournaments.models import Round
from tournaments.rights import Right, can_enter_results, having, may
from tournaments.rounds.services import playing


class Repairing(RoundView):
    reads = having(Right.REPAIR)
    writes = having(Right.REPAIR)
    versioned = False
    restricted = True
    foresees = True  # what is refused now would be refused when it is done


class Repairs(Repairing):
    @endpoint(
        "list_repairs",
        "Up to three ways to repair a round that is paired, the best first.",
        query=RepairsQuery,
        gives=RepairsOut,
        description="`pending` says what changed since the round was paired. Tables with a result, and those marked as "
        "playing, stay as they are in every proposal. Nothing is written.",
    )
    def get(self, request: Request, number: int, query: dict[str, Any]) -> Mapping[str, Any]:
        return self._shown(number, change_of(query))

    @endpoint(
        "repair_round",
        "Repair a round in one step, with the change it is repaired for.",
        takes=RepairIn,
        gives=RepairsOut,
        description="`key` is that of a proposal. 409 `proposal_stale` when the event has changed since: ask for new "
        "ones. A result that came in meanwhile at a table that stays does no harm. With `dry_run` only shows what is "
        "proposed, also for somebody new.",
    )
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Mapping[str, Any]:
        change = change_of(data.get("change", {}))
        if change.new and not may(request.user, self.event, Right.MANAGE_PLAYERS):
            self.permission_denied(request)
        if data["dry_run"]:
            return self._shown(number, change)
        done = repairs.repair(
            tournament=self.event,
            actor=self.actor,
            round_=self.round(number),
            key=data["key"],
            change=change,
            note=data.get("note", ""),
        )
        return self._answer(number, [done], applied=done.key)

    def _shown(self, number: int, change: Change) -> Mapping[str, Any]:
        found = repairs.ways(self.event, self.round(number), change)
        self.names = repairs.names_of(found.seen)
        return self._answer(number, found.proposals, done=found.seen.done, playing=found.seen.playing)

    def _answer(self, number: int, found: Any, **more: Any) -> Mapping[str, Any]:
        self.event.refresh_from_db()
        since = pending(self.event)
        return {
            "version": self.event.version,
            "applied": more.get("applied"),
            "pending": since.events if since and since.number == number else (),
            "done": sorted(more.get("done", ())),
            "playing": sorted(more.get("playing", ())),
            "proposals": [_proposal(proposal) for proposal in found],
        }


def _proposal(found: Proposal) -> Mapping[str, Any]:
    relaxed = [
        {"rule": r.rule, "players": r.players, "why": [r.reason.to_json()]} for r in found.repair.relaxed
    ]
    return {"key": found.key, "repair": found.repair, "engine": found.engine, "relaxed": relaxed}


def _warning(found: Warning) -> Mapping[str, Any]:
    why = [found.reason.to_json()]
    return {"rule": found.rule, "players": found.players, "table": found.table, "why": why}


class ByHand(Repairing):
    @endpoint(
        "change_by_hand",
        "Change a paired round by hand.",
        takes=ByHandIn,
        gives=ByHandOut,
        description="Two players swapped, two paired, a match moved to another table, a group paired anew, the bye "
        "given to somebody else. `warnings` names every rule that is broken; then a `note` is needed. Tables with a "
        "result are never touched. `dry_run` shows it without doing it; its `key` ties a later call to what was shown.",
    )
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Mapping[str, Any]:
        found = self._found(self.round(number), data)
        self.names = repairs.names_of(found.seen)
        return {
            "key": found.key,
            "applied": not data["dry_run"],
            "warnings": [_warning(warning) for warning in found.warnings],
            "against": [why.to_json() for why in found.against],
            "changed": found.changed,
            "engine": found.engine,
            "matches": found.plan.matches,
            "byes": found.plan.byes,
        }

    def _found(self, round_: Round, data: dict[str, Any]) -> by_hand.ByHand:
        """What the move changes; made unless it is a dry run."""
        move = move_of(data)
        if data["dry_run"]:
            return by_hand.foresee(self.event, round_, move)
        given = {"note": data.get("note", ""), "key": data.get("key")}
        return by_hand.apply(tournament=self.event, actor=self.actor, round_=round_, move=move, **given)


class Playing(RoundView):
    writes = can_enter_results

    @endpoint(
        "mark_playing",
        "Mark tables as already playing, or take it back: repairs leave them alone.",
        takes=PlayingIn,
        gives=Changed,
    )
    def post(self, request: Request, number: int, data: dict[str, Any]) -> dict[str, int]:
        changed = playing.mark_playing(
            tournament=self.event,
            actor=self.actor,
            round_=self.round(number),
            tables=data["tables"],
            playing=data["playing"],
        )
        return {"changed": changed}

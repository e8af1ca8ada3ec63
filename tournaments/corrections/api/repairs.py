"""Repairs of a round and changes by hand: what is asked for, what is proposed, what it breaks."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from pairing.model.types import PlannedBye, PlannedMatch
from pairing.repair import Warning
from pairing.repair.types import Difference
from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Points, Reason, Strict, Text, Whole
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.players import Changed
from tournaments.api.serializers.rounds import Reasons
from tournaments.corrections.selectors.repairs import Change, Proposal
from tournaments.corrections.selectors.repairs_pending import Event, pending
from tournaments.corrections.services import by_hand, repairs
from tournaments.corrections.services.by_hand import MOVES, Move
from tournaments.models import ByeKind, Round
from tournaments.rights import Right, can_enter_results, having, may
from tournaments.rounds.services import playing

MOST_NUMBERS = 1_000
NUMBER: dict[str, Any] = {"min_value": 1, "max_value": 999_999_999}


def _numbers(help_text: str) -> serializers.ListField:
    child = Whole(**NUMBER)
    return serializers.ListField(child=child, required=False, max_length=MOST_NUMBERS, help_text=help_text)


class NewPlayerIn(Strict):
    name = Text(max_length=120)
    rating = Whole(required=False, allow_null=True)
    club = Text(required=False, allow_blank=True, max_length=120)
    title = Text(required=False, allow_blank=True, max_length=20)
    federation = Text(required=False, allow_blank=True, max_length=60)
    allow_duplicate = Flag(required=False, help_text="This is another person with the same name.")


class ChangeIn(Strict):
    """What changes together with the repair, by player numbers."""

    join = _numbers("Play in this round after all: late entries, people who are back, absentees.")
    out = _numbers("Have left the event before this round.")
    absent = _numbers("Did not come: miss this round only.")
    apart = serializers.ListField(
        child=serializers.ListField(child=Whole(**NUMBER), min_length=2, max_length=2),
        required=False,
        max_length=MOST_NUMBERS,
        help_text="Pairs that must not meet any more.",
    )
    new = NewPlayerIn(required=False, help_text="A player who is not on the list yet.")


def change_of(data: dict[str, Any]) -> Change:
    """The change in checked data."""
    return Change(
        join=tuple(data.get("join", ())),
        out=tuple(data.get("out", ())),
        absent=tuple(data.get("absent", ())),
        apart=tuple((a, b) for a, b in data.get("apart", ())),
        new=data.get("new", {}),
    )


@extend_schema_field({"type": "string", "pattern": "^[0-9]+(,[0-9]+)*$"})
class Numbers(serializers.Field[object, object, object, object]):
    """Player numbers in an address, with commas between them."""

    default_error_messages = {"invalid": "Give numbers of players with commas between them."}

    def __init__(self, help_text: str) -> None:
        super().__init__(required=False, help_text=help_text)

    def to_internal_value(self, data: object) -> list[int]:
        parts = str(data).split(",")
        if len(parts) > MOST_NUMBERS or not all(p.isascii() and p.isdecimal() and len(p) < 10 for p in parts):
            raise serializers.ValidationError(_("Give numbers of players with commas between them."))
        return [int(part) for part in parts]


class RepairsQuery(Strict):
    join = Numbers("Play in this round after all.")
    out = Numbers("Have left the event before this round.")
    absent = Numbers("Did not come: miss this round only.")


class RepairIn(Strict):
    change = ChangeIn(required=False)
    key = Text(required=False, max_length=64, help_text="That of the proposal to be made.")
    note = Reason(max_length=500, help_text="Why; it goes into the log.")
    dry_run = Flag(required=False, default=False, help_text="Only show what is proposed.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, object]:
        if not attrs.get("dry_run") and not attrs.get("key"):
            text = str(_("Give the proposal, or ask for a dry_run."))
            raise serializers.ValidationError({"key": [serializers.ErrorDetail(text, "required")]})
        return attrs


class RepairedTableOut(Mirror, of=PlannedMatch, shows="table"):
    players = serializers.ListField(
        child=serializers.IntegerField(), source="seats", help_text="Numbers, in seat order."
    )


class RepairedByeOut(Mirror, of=PlannedBye, shows="player"):
    kind = serializers.ChoiceField(ByeKind.choices)


class DifferenceOut(
    Mirror,
    of=Difference,
    shows="same different only_engine byes_plan byes_engine",
    same="Tables of the plan.",
    different="Tables of the plan.",
):
    """A plan against what the engine would pair for the round now, whatever the numbers of the tables."""

    error = serializers.CharField(
        allow_blank=True, help_text="Why the engine would not pair the round at all."
    )


class GivenUpOut(serializers.Serializer[object]):
    """A rule that is given up."""

    rule = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    why = Reasons()


class ProposalOut(serializers.Serializer[object]):
    """One way to repair the round; the best comes first. Tables that are not named under `matches` do not change."""

    key = serializers.CharField()
    broken = serializers.ListField(
        child=serializers.IntegerField(), source="repair.broken", help_text="Tables whose players are parted."
    )
    new = serializers.ListField(child=serializers.IntegerField(), source="repair.new")
    byes_changed = serializers.ListField(child=serializers.IntegerField(), source="repair.byes_changed")
    distance = Points(source="repair.distance", help_text="How far apart the scores at the new tables are.")
    bye_above = Points(
        source="repair.bye_above",
        help_text="How far a new bye is above the lowest score that may have it.",
    )
    relaxed = GivenUpOut(many=True)
    engine = DifferenceOut()
    matches = RepairedTableOut(many=True, source="repair.plan.matches")
    byes = RepairedByeOut(many=True, source="repair.plan.byes")


class PendingOut(
    Mirror,
    of=Event,
    shows="key sentence join out",
    join="Who could play after all.",
    out="Who is not there any more.",
):
    """Something that happened since the round was paired."""


class RepairsOut(serializers.Serializer[object]):
    version = serializers.IntegerField(help_text="Of the event, when the proposals were made.")
    applied = serializers.CharField(allow_null=True, help_text="The key of the proposal that has been made.")
    pending = PendingOut(many=True, help_text="What changed since the round was paired.")
    done = serializers.ListField(child=serializers.IntegerField(), help_text="Tables with a result.")
    playing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables marked as playing.")
    proposals = ProposalOut(many=True)


class PlayingIn(Strict):
    tables = serializers.ListField(
        child=Whole(**NUMBER), allow_null=True, max_length=10_000, help_text="null: all of them."
    )
    playing = Flag(default=True)


class ByHandIn(Strict):
    """A change by hand. `swap` and `pair` take `first` and `second`, `move` a `table` and `to_table`, `group` the
    `players` to be paired anew, `bye` the `first` player, who gets the bye.
    """

    kind = Text(max_length=40, help_text=", ".join(MOVES))
    first = Whole(required=False, **NUMBER)
    second = Whole(required=False, **NUMBER)
    table = Whole(required=False, **NUMBER)
    to_table = Whole(required=False, **NUMBER)
    players = _numbers("Of the group.")
    key = Text(required=False, max_length=64, help_text="Of the preview: refused when the round has changed.")
    note = Reason(max_length=500, help_text="Needed where a rule is broken.")
    dry_run = Flag(required=False, default=False, help_text="Only show what it would change.")


def move_of(data: dict[str, Any]) -> Move:
    """The change by hand in checked data."""
    names = ("kind", "first", "second", "table", "to_table")
    return Move(**{k: data[k] for k in names if k in data}, players=tuple(data.get("players", ())))


class WarningOut(GivenUpOut):
    """A rule that is broken, and where."""

    table = serializers.IntegerField(allow_null=True)


class ByHandOut(serializers.Serializer[object]):
    key = serializers.CharField()
    applied = serializers.BooleanField()
    warnings = WarningOut(many=True, help_text="Every rule that is broken.")
    against = Reasons(help_text="Why the system would pair otherwise, if it would.")
    changed = serializers.ListField(child=serializers.IntegerField(), help_text="Tables of the plan.")
    engine = DifferenceOut()
    matches = RepairedTableOut(many=True)
    byes = RepairedByeOut(many=True)


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
    def get(self, request: Request, number: int, query: dict[str, Any]) -> Mapping[str, object]:
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
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Mapping[str, object]:
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

    def _shown(self, number: int, change: Change) -> Mapping[str, object]:
        found = repairs.ways(self.event, self.round(number), change)
        self.names = repairs.names_of(found.seen)
        return self._answer(number, found.proposals, done=found.seen.done, playing=found.seen.playing)

    def _answer(self, number: int, found: Any, **more: Any) -> Mapping[str, object]:
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


def _proposal(found: Proposal) -> Mapping[str, object]:
    relaxed = [
        {"rule": r.rule, "players": r.players, "why": [r.reason.to_json()]} for r in found.repair.relaxed
    ]
    return {"key": found.key, "repair": found.repair, "engine": found.engine, "relaxed": relaxed}


def _warning(found: Warning) -> Mapping[str, object]:
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
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Mapping[str, object]:
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

"""What is known of one person in an event, for that person."""

from collections.abc import Collection
from typing import Any

from django.db.models import Model, QuerySet

from tournaments import audience
from tournaments.models import Entry, JudgeCall, Penalty, Player, PlayerRequest, Seat
from tournaments.steps.state import plain

# Keys that open pages, and what the staff notes for itself.
_NOT_TOLD = {"id", "key", "note", "public_name", "doubt"}


def own_data(player: Player) -> dict[str, Any]:
    """Everything that is kept about a player, as plain values. Others stand in it as numbers."""
    with audience.staff():
        event = player.tournament
        return {
            "event": {"name": event.name, "address": event.slug, "date": plain(event.starts_on)},
            "player": _facts(Player.objects.get(pk=player.pk), _NOT_TOLD),
            "entries": _rows(Entry.objects.filter(player=player.pk)),
            "rounds": _rounds(player),
            "requests": _rows(PlayerRequest.objects.filter(player=player)),
            "calls": _rows(JudgeCall.objects.filter(player=player)),
            "penalties": _rows(Penalty.objects.filter(player=player)),
        }


def _rows(found: QuerySet[Any]) -> list[dict[str, object]]:
    """What a player has written in such a row is the player's own."""
    return [_facts(row, _NOT_TOLD - {"note"}) for row in found.order_by("pk")]


def _facts(row: Model, hidden: Collection[str]) -> dict[str, object]:
    columns = [
        field for field in row._meta.concrete_fields if not field.is_relation and field.name not in hidden
    ]
    return {field.name: plain(getattr(row, field.attname)) for field in columns}


def _rounds(player: Player) -> list[dict[str, object]]:
    """The tables the player has sat at, in published rounds."""
    seats = Seat.objects.filter(player=player).exclude(round__state="draft").select_related("round", "match")
    return [
        {
            "round": seat.round.number,
            "table": seat.match.table,
            "position": seat.position,
            "outcome": seat.outcome,
            "points": seat.points,
            "opponents": [
                number
                for number in seat.match.seats.order_by("position").values_list("player__number", flat=True)
                if number != player.number
            ],
        }
        for seat in seats.order_by("round__number")
    ]

"""Deleted events as their owners see them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.serializers.events import DeleteQuery, EventOut
from tournaments.events.selectors.bin import Binned, bin_of, in_bin
from tournaments.events.services import bin as bins
from tournaments.models import Tournament


class BinnedOut(serializers.Serializer[object]):
    """An event in the bin."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    starts_on = serializers.DateField(source="event.starts_on", allow_null=True)
    players = serializers.IntegerField(source="event.player_count")
    deleted_at = serializers.DateTimeField()
    until = serializers.DateTimeField(help_text="Until then it can be restored.")


class Bin(PersonalView):
    tag = "Events"

    @endpoint(
        "list_bin", "The events you own that have been deleted, latest first.", gives=BinnedOut, many=True
    )
    def get(self, request: Request) -> list[Binned]:
        return bin_of(self.actor)


class OneBinned(PersonalView):
    tag = "Events"
    asks_password = ("DELETE",)

    @endpoint(
        "delete_event_for_good", "Delete an event in the bin for good, before its time.", query=DeleteQuery
    )
    def delete(self, request: Request, event: str, query: dict[str, Any]) -> None:
        bins.delete_for_good(tournament=in_bin(event, self.actor), confirm_slug=query["confirm"])


class RestoreBinned(PersonalView):
    tag = "Events"

    @endpoint(
        "restore_event",
        "Bring an event back from the bin, with everything in it.",
        gives=EventOut,
        description="It is a season of its series again, unless another event has become that season meanwhile:"
        " then `series` is null.",
    )
    def post(self, request: Request, event: str) -> Tournament:
        return bins.restore_event(tournament=in_bin(event, self.actor), actor=self.actor)

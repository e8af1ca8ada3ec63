"""When a match is played that is not played with its round."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Reason, Strict
from tournaments.models import Match
from tournaments.rights import Right, having
from tournaments.rounds.services.appointments import WHY_LENGTH, arrange


class AppointmentIn(Strict):
    """All of it: what is left out is as if nothing had been said."""

    agreed_for = serializers.CharField(
        required=False,
        allow_null=True,
        max_length=40,
        help_text="Such as 2026-12-03T19:00, in the zone of the event unless it says another. null: with its round.",
    )
    postponed = serializers.BooleanField(required=False, help_text="It is not played with its round.")
    why = Reason(max_length=WHY_LENGTH, help_text="Why it is postponed. For the staff.")


class AppointmentOut(serializers.Serializer[Match]):
    table = serializers.IntegerField()
    agreed_for = serializers.DateTimeField(allow_null=True)
    postponed = serializers.BooleanField()
    why = serializers.CharField(source="postponed_why")


class Appointment(RoundView):
    writes = having(Right.ENTER_RESULTS)

    @endpoint(
        "arrange_match",
        "Say when a match is to be played, and whether it is postponed.",
        takes=AppointmentIn,
        gives=AppointmentOut,
    )
    def put(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Match:
        match = Match.objects.get(round=self.round(number), table=table)
        return arrange(
            tournament=self.event,
            actor=self.actor,
            match=match,
            agreed_for=data.get("agreed_for"),
            postponed=data.get("postponed", False),
            why=data.get("why", ""),
        )

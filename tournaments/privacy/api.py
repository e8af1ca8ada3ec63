"""Persons who are forgotten, over the API."""

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import PlayerView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Whole
from tournaments.api.serializers.players import MAX_NUMBER, StaffPlayerOut
from tournaments.models import Player
from tournaments.privacy.services.forgetting import forget_player
from tournaments.rights import Right, having


class ForgetIn(Strict):
    number = Whole(min_value=1, max_value=MAX_NUMBER, help_text="The number of the player once more.")


class Forget(PlayerView):
    writes = having(Right.DELETE)
    asks_password = ("POST",)

    @endpoint(
        "forget_player",
        "Forget a person: the name, and all that no rule needs, is gone for good.",
        takes=ForgetIn,
        gives=StaffPlayerOut,
        description="In rows, log, kept states and the documents rounds were paired from the name is `Player NUMBER` "
        "from now on. Results, standings and lots stay. No undo and no restore point brings it back.",
    )
    def post(self, request: Request, number: int, data: dict[str, Any]) -> Player:
        return forget_player(tournament=self.event, actor=self.actor, player=self.player(number), **data)

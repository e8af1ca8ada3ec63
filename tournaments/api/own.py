"""What players do by the key of their own page, over the API."""

from rest_framework.permissions import SAFE_METHODS, AllowAny

from tournaments.api.base import EventView
from tournaments.models import Player
from tournaments.phones.selectors import personal
from tournaments.phones.services import answer_limits
from tournaments.rights import can_view


class OwnView(EventView):
    """What a player may see and do without an account; the key in the address is as good as a signature.

    A wrong key finds nothing, like an event that is not there. Nobody keeps the answers.
    """

    tag = "Players themselves"
    permission_classes = [AllowAny]
    writes = can_view
    versioned = False

    def whose(self, key: str) -> Player:
        player = personal.player_by_key(self.event, key)
        if self.request.method not in SAFE_METHODS:
            answer_limits.count(player)
        return player

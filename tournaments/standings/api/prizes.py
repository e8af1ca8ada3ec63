"""The prizes of an event and who wins them, for its staff."""

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Strict, Text, Whole, version_field
from tournaments.api.mirrored import Mirror
from tournaments.events.services.prizes import (
    CLUB_LENGTH,
    MONEY_LENGTH,
    MOST_PLACES,
    MOST_PRIZES,
    NAME_LENGTH,
    NOTE_LENGTH,
    set_prizes,
)
from tournaments.rights import Right, having
from tournaments.standings.selectors.prizes import Prize, prizes
from tournaments.standings.selectors.standings import Line
from tournaments.steps.person import RATING_RANGE


class PrizeIn(Strict):
    name = Text(max_length=NAME_LENGTH)
    money = Text(
        required=False,
        allow_blank=True,
        max_length=MONEY_LENGTH,
        help_text="What it pays, such as `800 kr.`.",
    )
    places = Whole(required=False, min_value=1, max_value=MOST_PLACES, help_text="How many get it; 1.")
    rating_from = Whole(
        required=False,
        allow_null=True,
        min_value=RATING_RANGE[0],
        max_value=RATING_RANGE[1],
        help_text="Only for players with at least this rating; null: all.",
    )
    rating_below = Whole(
        required=False,
        allow_null=True,
        min_value=RATING_RANGE[0],
        max_value=RATING_RANGE[1],
        help_text="Only for players with a rating below; null: all.",
    )
    club = Text(required=False, allow_blank=True, max_length=CLUB_LENGTH)
    note = Text(
        required=False, allow_blank=True, max_length=NOTE_LENGTH, help_text="A word in the player's note."
    )
    exclusive = Flag(
        required=False, help_text="For players who have won no exclusive prize before it (true)."
    )


class PrizesIn(Strict):
    """All prizes, in the order in which they are given."""

    prizes = PrizeIn(many=True, help_text=f"At most {MOST_PRIZES}.")
    seen_version = version_field()


class WinnerOfPrizeOut(Mirror, of=Line, nested=False, shows="rank number name"):
    pass


class PrizeOut(Mirror, of=Prize, shows="name money places rating_from rating_below club note exclusive"):
    """A prize, and who wins it by the standings after the last completed round."""

    winners = WinnerOfPrizeOut(
        many=True, help_text="The best first; those who are equal to the last one share it."
    )


class Prizes(EventView):
    tag = "Standings"
    reads = having(Right.SEE_DRAFTS)
    restricted = True

    @endpoint("list_prizes", "The prizes and who wins them.", gives=PrizeOut, many=True)
    def get(self, request: Request) -> list[Prize]:
        return prizes(self.event)

    @endpoint("set_prizes", "Which prizes there are: all of them.", takes=PrizesIn, gives=PrizeOut, many=True)
    def put(self, request: Request, data: dict[str, Any]) -> list[Prize]:
        set_prizes(tournament=self.event, actor=self.actor, **data)
        return prizes(self.event)

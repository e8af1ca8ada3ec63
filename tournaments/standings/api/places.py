"""Why one of two players is ahead: both link by link, each value by its numbers."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from pairing.engine.places import ComparedLink, Comparison, Status
from pairing.tiebreaks import TIEBREAKS
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.mirrored import Mirror
from tournaments.models import Player
from tournaments.standings.api.standings import AfterQuery, DecidedOut, TermOut, value_out
from tournaments.standings.selectors.places import compared, line_of
from tournaments.standings.selectors.standings import Line, standings

MOST = 2**31 - 1


class WhyQuery(AfterQuery):
    player = serializers.IntegerField(min_value=1, max_value=MOST, help_text="Number of a player.")
    other = serializers.IntegerField(min_value=1, max_value=MOST, help_text="Number of another one.")

    def validate(self, attrs: Any) -> object:
        if attrs["player"] == attrs["other"]:
            raise serializers.ValidationError({"other": [_("Choose two different players.")]})
        return attrs


class ComparedPlaceOut(Mirror, of=Line, nested=False, shows="rank number name points"):
    pass


class ComparedValueOut(serializers.Serializer[object]):
    """The value of one of the two."""

    number = serializers.IntegerField()
    value = serializers.FloatField(allow_null=True)
    combine = serializers.CharField(help_text="How the counted terms give the value: sum, mean, median ...")
    terms = TermOut(many=True)


class ComparedLinkOut(serializers.Serializer[object]):
    """A tie-break for both."""

    label = serializers.CharField()  # type: ignore[assignment]
    name = serializers.CharField()
    status = serializers.ChoiceField(
        [(status.value, status.name) for status in Status],
        help_text="`decides`: the first on which they differ; before it they are `tied`, after it all are `unused`.",
    )
    unit = serializers.CharField()
    values = ComparedValueOut(many=True)


class ComparedPlacesOut(serializers.Serializer[object]):
    """Two players of the standings, in the order asked for."""

    after_round = serializers.IntegerField()
    ahead = serializers.IntegerField(
        allow_null=True, help_text="The number of the one who is ahead; null where they share a place."
    )
    decided_by = DecidedOut(help_text="What separates them.")
    players = ComparedPlaceOut(many=True)
    tiebreaks = ComparedLinkOut(many=True, help_text="In their order; `points` first unless it is named.")


class Why(EventView):
    tag = "Standings"

    @endpoint(
        "compare_standings",
        "Why one of two players is ahead: each tie-break of both by its numbers.",
        query=WhyQuery,
        gives=ComparedPlacesOut,
    )
    def get(self, request: Request, query: dict[str, Any]) -> dict[str, object]:
        first, second = (
            Player.objects.get(tournament=self.event, number=query[name], house=False).number
            for name in ("player", "other")
        )
        table = standings(self.event, query.get("after_round"))
        lines = line_of(table, first), line_of(table, second)
        found = _shown(compared(self.event, table, *lines))
        return {"after_round": table.after_round, "players": lines, **found}


def _shown(found: Comparison) -> dict[str, object]:
    """A comparison of the core as plain data, in the reader's language."""
    return {
        "ahead": found.ahead,
        "decided_by": found.decided,
        "tiebreaks": [_link(link, found) for link in found.links],
    }


def _link(link: ComparedLink, found: Comparison) -> dict[str, object]:
    return {
        "label": link.spec.label,
        "name": gettext(TIEBREAKS[link.spec.code].name),
        "status": link.status.value,
        "unit": link.explanations[0].unit,
        "values": [
            {"number": line.player, **value_out(how)}
            for line, how in zip(found.lines, link.explanations, strict=True)
        ],
    }

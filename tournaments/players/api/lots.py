"""Seeds of rounds and the lots drawn from them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, computed
from tournaments.api.mirrored import Mirror
from tournaments.players.selectors import lots
from tournaments.players.selectors.lots import SeedRow


class LotsQuery(Strict):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=1000, help_text="List the lots of this published round, too."
    )


class SeedOut(
    Mirror,
    of=SeedRow,
    shows="round hash seed drawn_with is_next",
    hash="SHA-256 of the seed; shown before the round is paired.",
    drawn_with="The round whose seed it is: an earlier one where the draw stays the same.",
    is_next="The round has not been published.",
):
    """The seed of a published round, or of the next one."""

    round = serializers.IntegerField(source="number")

    @computed(help_text="null while it is secret.")
    def seed(self, row: Any) -> str | None:
        return row.seed or None


class LotOut(serializers.Serializer[object]):
    """A lot and all it is made of; in a league (`name|season|round`) without a purpose, in the order they come."""

    player = serializers.IntegerField(required=False, help_text="Where it is the lot of a player.")
    name = serializers.CharField(required=False)
    purpose = serializers.CharField(required=False, help_text="What is drawn: the part behind the seed.")
    season = serializers.IntegerField(required=False)
    round = serializers.IntegerField(required=False)
    text = serializers.CharField(help_text="What is hashed, UTF-8 in Unicode NFC.")
    sha256 = serializers.CharField()
    lot = serializers.CharField(help_text="The first 16 digits of the sum; the lower comes first.")

    def to_representation(self, instance: Any) -> dict[str, object]:
        return dict(instance)


class LotsOut(serializers.Serializer[object]):
    secret_seeds = serializers.BooleanField(help_text="Whether every round has a secret seed of its own.")
    seeds = SeedOut(many=True)
    round = serializers.IntegerField(allow_null=True, help_text="The round asked for.")
    lots = LotOut(
        many=True,
        allow_null=True,
        help_text="Of the round asked for; null while its seed is secret, or where it cannot be paired again.",
    )


class Lots(EventView):
    tag = "Rounds"

    @endpoint(
        "read_lots",
        "The seeds of the rounds, and the lots of one of them with all they are made of.",
        query=LotsQuery,
        gives=LotsOut,
        description="The hash of a seed is here before its round is paired: with `secret_seeds` that of the next one, "
        "otherwise that of the event. The seed itself follows when the round is published, or the event is finished. "
        "An event that draws nothing from a seed has no `seeds`.",
    )
    def get(self, request: Request, query: dict[str, Any]) -> dict[str, object]:
        found = lots.lots_of(self.event, query["round"]) if "round" in query else None
        return {
            "secret_seeds": self.event.secret_seeds,
            "seeds": lots.seed_rows(self.event) if lots.has_seeds(self.event) else [],
            "round": found.number if found else None,
            "lots": None if found is None or found.is_secret else found.lots,
        }

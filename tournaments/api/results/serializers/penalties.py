"""Penalties as they are sent and read."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.endpoint import PageQuery
from tournaments.api.fields import Reason, Strict, Text, Whole, Word
from tournaments.models import PenaltyKind
from tournaments.results.selectors.penalties import PenaltyRow
from tournaments.results.services.penalties import INFRACTION_LENGTH


class PenaltyGiven(Strict):
    player = Whole(min_value=1, help_text="Number of the player.")
    kind = Word(PenaltyKind.choices)
    infraction = Text(max_length=INFRACTION_LENGTH, help_text="What happened.")
    round = Whole(required=False, allow_null=True, min_value=1, max_value=1000)
    table = Whole(
        required=False, allow_null=True, min_value=1, max_value=100_000,
        help_text="Left out: where the player sits in that round.",
    )  # fmt: skip


class PenaltyQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=100, help_text="Words of the name or of what happened."
    )
    kind = serializers.ChoiceField(PenaltyKind.choices, required=False)
    player = serializers.IntegerField(required=False, min_value=1, help_text="Number of the player.")
    round = serializers.IntegerField(required=False, min_value=1)


class RevokeIn(Strict):
    note = Reason(needed=True, max_length=INFRACTION_LENGTH, help_text="Why it is taken back.")


class OwnPenaltyOut(serializers.Serializer[PenaltyRow]):
    """A penalty as the player reads it."""

    kind = serializers.ChoiceField(PenaltyKind.choices, source="penalty.kind")
    count = serializers.IntegerField(help_text="Which of its kind it is for the player; 0: taken back.")
    infraction = serializers.CharField(source="penalty.infraction")
    round = serializers.IntegerField(source="penalty.round_number", allow_null=True)
    table = serializers.IntegerField(source="penalty.table", allow_null=True)
    given_at = serializers.DateTimeField(source="penalty.given_at")


class PenaltyOut(OwnPenaltyOut):
    """A penalty as the judges read it."""

    id = serializers.IntegerField(source="penalty.pk")
    player = serializers.IntegerField(source="penalty.player.number")
    name = serializers.CharField(source="penalty.player.name")
    given_by = serializers.CharField(source="penalty.given_by_name")
    next_step = serializers.ChoiceField(
        [("result", "result"), ("withdraw", "withdraw"), ("", "nothing")],
        help_text="What is left to do by hand: enter the `result`, `withdraw` the player.",
    )
    revoked_at = serializers.DateTimeField(source="penalty.revoked_at", allow_null=True)
    revoked_by = serializers.CharField(source="penalty.revoked_by_name")
    revoked_note = serializers.CharField(source="penalty.revoked_note")


def search_of(query: dict[str, Any]) -> dict[str, Any]:
    """The query as the selector takes it."""
    names = {"search": "words", "kind": "kind", "player": "player", "round": "round_number"}
    return {to: query[name] for name, to in names.items() if name in query}

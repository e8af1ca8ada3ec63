"""The phases of an event as the API shows and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.formats.document_scoring import points_to_json
from pairing.model.types import CutBy
from tournaments.api.events.serializers.rules import Phases
from tournaments.api.fields import Plain, Points, Strict, Whole
from tournaments.events.selectors.phases import PhaseFacts, PhaseState

_CUT: Any = {
    "type": ["object", "null"],
    "properties": {"rank": {"type": "integer"}, "points": {"type": "number"}, "losses": {"type": "integer"}},
    "additionalProperties": False,
}


class PhasesIn(Strict):
    phases = Phases()
    seen_version = Whole(
        required=False,
        min_value=1,
        help_text="Refuse (409 event_changed) if the event has another version by now.",
    )


class CutLineOut(serializers.Serializer[Any]):
    """Somebody before a cut."""

    place = serializers.IntegerField(help_text="Among those the cut is made of.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = Points()
    losses = serializers.IntegerField()
    is_in = serializers.BooleanField()


class PhaseOut(serializers.Serializer[PhaseFacts]):
    """A phase of an event."""

    number = serializers.IntegerField()
    system = serializers.CharField()
    system_name = serializers.CharField()
    options = Plain()
    first = serializers.IntegerField(help_text="Its first round.")
    last = serializers.IntegerField(allow_null=True, help_text="Its last round; null while that is open.")
    rounds = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField([state.value for state in PhaseState])
    begun = serializers.BooleanField(help_text="Its first round is paired: the phase and its cut are fixed.")
    cut = serializers.SerializerMethodField()
    cut_in_words = serializers.CharField(source="cut", help_text="Who gets in; empty: everybody.")
    lines = CutLineOut(
        many=True,
        help_text="Who could get in, by the standings before it: as it was, or as things stand now.",
    )
    tie = serializers.CharField(help_text="What decided between equal points on both sides of the cut.")

    @extend_schema_field(_CUT)
    def get_cut(self, phase: PhaseFacts) -> dict[str, Any] | None:
        if phase.cut_value is None:
            return None
        by_points = phase.cut_by == CutBy.POINTS
        return {phase.cut_by: points_to_json(phase.cut_value) if by_points else phase.cut_value}

"""The phases of an event as the API shows and takes them."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from pairing.formats.document_scoring import points_to_json
from pairing.model.types import CutBy
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Plain, Strict, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.rules import Phases
from tournaments.events.selectors import phases as selector
from tournaments.events.selectors.phases import CutLine, PhaseFacts, SeededLine
from tournaments.events.services.phases import set_phases

_CUT: Mapping[str, object] = {
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


class CutLineOut(
    Mirror, of=CutLine, shows="place number name points losses is_in", place="Among those the cut is made of."
):
    """Somebody before a cut."""


class SeededOut(Mirror, of=SeededLine, shows="number name is_in"):
    """A seeded player."""


class PhaseOut(
    Mirror,
    of=PhaseFacts,
    shows="number system system_name options first last rounds state begun cut cut_in_words lines tie seeded anew",
    first="Its first round.",
    last="Its last round; null while that is open.",
    begun="Its first round is paired: the phase and its cut are fixed.",
    lines="Who could get in, by the standings before it: as it was, or as things stand now.",
    tie="What decided between equal points on both sides of the cut.",
    seeded="Players who enter with it, whatever the cut; not `is_in` after leaving before it.",
    anew="Rounds before it do not count in its pairing, standings and tie-breaks.",
):
    """A phase of an event."""

    options = Plain()

    @computed(_CUT)
    def cut(self, phase: PhaseFacts) -> dict[str, object] | None:
        if phase.cut_value is None:
            return None
        by_points = phase.cut_by == CutBy.POINTS
        return {phase.cut_by: points_to_json(phase.cut_value) if by_points else phase.cut_value}

    cut_in_words = serializers.CharField(source="cut", help_text="Who gets in; empty: everybody.")


class PhasesOfEvent(EventView):
    tag = "Events"

    @endpoint(
        "list_phases",
        "The phases of an event: where each stands, and who got in or would get in now.",
        gives=PhaseOut,
        many=True,
        description="Empty for an event of one system.",
    )
    def get(self, request: Request) -> object:
        return selector.phases(self.event, drafts=self.sees_drafts)

    @endpoint(
        "set_phases",
        "Give an event its phases.",
        takes=PhasesIn,
        gives=PhaseOut,
        many=True,
        description="All of them, as in the event document. One, or none, is an event of one system. A phase that has "
        "begun stays as it is (409 `phase_begun`), with its cut; the number of rounds of the one being played may "
        "change.",
    )
    def put(self, request: Request, data: dict[str, Any]) -> object:
        set_phases(tournament=self.event, actor=self.actor, **data)
        return selector.phases(self.event, drafts=self.sees_drafts)

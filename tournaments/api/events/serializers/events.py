"""Events, their staff, and the registries they are made from."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from pairing.formats.document_scoring import points_to_json
from pairing.model.clubs import IN_ALL_ROUNDS
from pairing.model.scoring import mahjong
from pairing.model.types import FOUR
from pairing.systems import seats_of
from tournaments.api.endpoint import PageQuery
from tournaments.api.events.serializers.timetable import PLANNED, RoundStarts
from tournaments.api.fields import (
    Flag,
    Plain,
    Strict,
    Text,
    TimeOfDay,
    Whole,
    Word,
    computed,
    reason_field,
    version_field,
)
from tournaments.events.services.rules import SCORING_FIELDS, hundredths, scoring_of_document
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.models import Role, Status, Tournament, Visibility
from tournaments.moments import planned_moment, zone_of
from tournaments.rights import can_see_drafts, can_view_series, role_of
from tournaments.snapshots import mahjong_of, seats_at_table

CHAIN: Any = {
    "type": "array",
    "items": {"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]},
    "example": ["solkoff", {"name": "omw", "floor": 0.25}],
}
_NUMBER: Any = {"type": ["number", "null"]}
_WHOLE: Any = {"type": "integer"}
_OF_FOUR: Any = {
    "preset": {"type": "string", "enum": list(mahjong.PRESETS)},
    "start": _WHOLE,
    "return": _WHOLE,
    "uma": {"type": "array", "items": {"type": "number"}, "minItems": FOUR, "maxItems": FOUR},
    "oka": {"type": "number"},
    "ties": {"type": "string"},
    "leftover": {"type": "string"},
    "chombo": {"type": "number"},
    "missed_game": {"type": "number"},
}
_SCORING: Any = {
    "type": "object",
    "properties": {**dict.fromkeys(SCORING_FIELDS, _NUMBER), **_OF_FOUR},
    "additionalProperties": False,
    "example": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
}
_MEETINGS: Any = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "season": {"type": "integer"},
            "players": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        },
        "required": ["season", "players"],
    },
}


PHASES: Any = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "system": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "options": {"type": "object", "additionalProperties": True},
                },
                "required": ["name"],
            },
            "rounds": {"type": ["integer", "null"]},
            "cut": {
                "type": ["object", "null"],
                "properties": {
                    "rank": {"type": "integer"},
                    "points": {"type": "number"},
                    "losses": {"type": "integer"},
                },
            },
        },
        "required": ["system"],
    },
    "example": [
        {"system": {"name": "monrad"}, "rounds": 5},
        {"cut": {"rank": 8}, "system": {"name": "bracket", "options": {"third_place": True}}},
    ],
}


class Rows(serializers.Field[Any, Any, Any, Any]):
    """A JSON list, checked by the service it is for."""

    default_error_messages = {"invalid": _("A list is needed.")}

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(CHAIN)
class Chain(Rows):
    """Tie-break codes in order, as in the event document."""


@extend_schema_field(_MEETINGS)
class Meetings(Rows):
    """Who met in earlier seasons."""


@extend_schema_field(PHASES)
class Phases(Rows):
    """The phases of an event, as in the event document."""


@extend_schema_field(_SCORING)
class Scoring(Plain):
    """As in the event document: points by outcome for two, presets and values of `/scoring/` for tables of four."""


def stored_scoring(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """A scoring as it is sent in the form in which services take it. Errors: ServiceError naming the field."""
    if seats_of(system) == FOUR:
        return scoring_of_document(given)
    return {
        name: hundredths(value, f"scoring.{name}") if name in SCORING_FIELDS else value
        for name, value in given.items()
    }


def _phases() -> Phases:
    return Phases(
        required=False,
        help_text="Systems one after the other and who gets into each, instead of `system`, `options` and "
        "`rounds_planned`; one or none: an event of one system. What has begun stays as it is.",
    )


class EventQuery(PageQuery):
    search = serializers.CharField(
        required=False, max_length=120, help_text="Words of the name or the venue."
    )
    status = serializers.ChoiceField(Status.choices, required=False)
    system = serializers.CharField(required=False, max_length=40)
    mine = serializers.BooleanField(required=False, help_text="Only events you own or work on.")
    starts_from = serializers.DateField(required=False)
    starts_to = serializers.DateField(required=False)


class EventIn(Strict):
    """Settings of an event. After the first pairing the system, its options and the seed stay as they are."""

    name = Text(max_length=120)
    system = Text(max_length=40, help_text="One of `/systems/`.")
    rounds_planned = Whole(min_value=1, max_value=200)
    options = Plain(required=False, help_text="As declared by the system.")
    scoring = Scoring(
        required=False,
        help_text="Two seats: points by outcome; what is left out follows the usual rules. Four seats: a `preset` of "
        "`/scoring/` (`ema` unless said otherwise) and what differs from it.",
    )
    tiebreaks = Chain(
        required=False, help_text="Codes of `/tiebreaks/` in order; left out: the system's own chain."
    )
    description = Text(required=False, allow_blank=True, max_length=4000, trim_whitespace=False)
    venue = Text(required=False, allow_blank=True, max_length=200)
    starts_on = serializers.DateField(required=False, allow_null=True)
    start_time = TimeOfDay(
        required=False, allow_null=True, help_text="When it begins on that day; null: with round 1."
    )
    round_starts = RoundStarts(
        required=False,
        max_length=MAX_ROUNDS,
        help_text="When each round is planned to start, in the order of the rounds; `day` 1 is `starts_on`, null: not "
        "planned. Times belong to a date: an event without one is refused (`needs_date`).",
    )
    time_zone = Text(
        required=False,
        allow_blank=True,
        max_length=64,
        help_text="The zone pages and prints show times in, an IANA name such as `Europe/Copenhagen`; empty: the "
        "server's. Left out of a new event: that of your last one.",
    )
    visibility = Word(Visibility.choices, required=False)
    slug = Text(required=False, max_length=60, help_text="The address; left out: made from the name.")
    draw_seed = Text(
        required=False, max_length=120, help_text="The same seed and event always give the same draw."
    )
    secret_seeds = Flag(
        required=False,
        help_text="Draw every round from a seed of its own that follows from `draw_seed`: its hash is shown before the "
        "round, the seed with it. `draw_seed` is then nobody's to see before the event is finished.",
    )
    season = Whole(required=False, allow_null=True, min_value=-1_000_000, max_value=1_000_000)
    earlier_meetings = Meetings(required=False)
    require_check_in = Flag(required=False)
    players_report = Flag(required=False)
    players_check_in = Flag(required=False)
    round_minutes = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=1440,
        help_text="How long a round lasts on its clock; null: no clock.",
    )
    clubs_apart_rounds = Whole(
        required=False,
        min_value=0,
        max_value=IN_ALL_ROUNDS,
        help_text="Players of one club do not meet in the first so many rounds; 0: they may, "
        f"{IN_ALL_ROUNDS}: in all rounds.",
    )


class EventNew(EventIn):
    """A new event: `system` and `rounds_planned`, or `phases`."""

    system = Text(max_length=40, required=False, help_text="One of `/systems/`. Needed without `phases`.")
    rounds_planned = Whole(
        min_value=1,
        max_value=200,
        required=False,
        help_text="Needed without `phases`, which say it themselves.",
    )
    phases = _phases()

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        given = getattr(self, "initial_data", None)
        if isinstance(given, dict) and not given.get("phases"):
            for name in ("system", "rounds_planned"):
                fields[name].required = True
        return fields

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        told = [name for name in ("system", "options", "rounds_planned") if name in attrs]
        if told and attrs.get("phases"):
            detail = serializers.ErrorDetail(str(_("Leave it out: the phases say it.")), "has_phases")
            raise serializers.ValidationError({name: [detail] for name in told})
        return attrs


class EventChange(EventIn):
    phases = _phases()
    reason = reason_field()
    confirmed = Flag(required=False, help_text="Not needed any more: a `reason` says it.")
    seen_version = version_field()


class EventRow(serializers.Serializer[Tournament]):
    """An event in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    venue = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    visibility = serializers.ChoiceField(Visibility.choices)
    status = serializers.ChoiceField(Status.choices)
    system = serializers.CharField()
    rounds_planned = serializers.IntegerField()

    @computed()
    def player_count(self, event: Tournament) -> int:
        counted: int | None = getattr(event, "player_count", None)
        return event.players.filter(house=False).count() if counted is None else counted

    version = serializers.IntegerField(help_text="Rises with every change.")

    @computed({"type": "string", "format": "uri"})
    def url(self, event: Tournament) -> str:
        return reverse("api:event", [event.slug], request=self.context["request"])


class EventOut(EventRow):
    """An event with its rules."""

    description = serializers.CharField()
    start_time = TimeOfDay(allow_null=True)

    @computed(PLANNED, help_text="In the order of the rounds; null: not planned.")
    def round_starts(self, event: Tournament) -> list[dict[str, Any] | None]:
        starts = enumerate(event.round_starts, start=1)
        return [one and {**one, "at": planned_moment(event, number)} for number, one in starts]

    @computed(help_text="The zone of the event's times, an IANA name; the server's where none is set.")
    def time_zone(self, event: Tournament) -> str:
        return zone_of(event).key

    options = Plain()
    phases = Phases(
        help_text="[]: one system. Otherwise `system` and `options` are those of the first phase."
    )

    @computed(_SCORING)
    def scoring(self, event: Tournament) -> dict[str, Any]:
        if seats_at_table(event) == FOUR:
            return mahjong.to_json(mahjong_of(event))
        return {name: points_to_json(points) for name, points in event.scoring.items()}

    @computed(help_text="How many sit at a table: 2 or 4.")
    def seats(self, event: Tournament) -> int:
        return seats_at_table(event)

    tiebreaks = Chain()

    @computed({"type": ["string", "null"]}, help_text="The slug of the series it is a season of; else null.")
    def series(self, event: Tournament) -> str | None:
        shown = can_view_series(self.context["request"].user, event.series)
        return event.series.slug if event.series and shown else None

    season = serializers.IntegerField(allow_null=True)
    require_check_in = serializers.BooleanField()
    players_report = serializers.BooleanField(help_text="Players may report the results of their own tables.")
    players_check_in = serializers.BooleanField(help_text="Players may check in on their own pages.")
    round_minutes = serializers.IntegerField(allow_null=True)
    clubs_apart_rounds = serializers.IntegerField(
        help_text="Players of one club do not meet in the first so many rounds; 0: they may, 1000: in all rounds."
    )

    @computed()
    def owner(self, event: Tournament) -> str:
        return str(event.owner)

    @computed(
        {"type": ["string", "null"], "enum": [*Role.values, None]}, help_text="Your role in this event."
    )
    def role(self, event: Tournament) -> str | None:
        return role_of(self.context["request"].user, event)

    @computed(
        {"type": ["string", "null"]},
        help_text="For the staff, unless seeds are secret; for everybody when the event is finished.",
    )
    def draw_seed(self, event: Tournament) -> str | None:
        theirs = not event.secret_seeds and can_see_drafts(self.context["request"].user, event)
        return event.draw_seed if theirs or event.status == Status.FINISHED else None

    secret_seeds = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class DeleteQuery(Strict):
    confirm = serializers.CharField(max_length=60, help_text="The slug of the event, once more.")


class StaffIn(Strict):
    role = Word(Role.choices)


class StaffOut(serializers.Serializer[Any]):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user")
    role = serializers.ChoiceField(Role.choices)

"""An event as several endpoints answer it, and what belongs to that."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import ApiView
from tournaments.api.endpoint import PageQuery
from tournaments.api.fields import (
    Flag,
    Plain,
    Strict,
    Text,
    Whole,
    Word,
    computed,
    reason_field,
    version_field,
)
from tournaments.api.serializers.rules import SCORING, Chain, Phases, shown_scoring
from tournaments.api.serializers.settings import Field, setting_field, taken
from tournaments.api.serializers.timetable import PLANNED
from tournaments.events.services.settings import SETTINGS, said_by_phases
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.models import Role, Status, Tournament
from tournaments.moments import planned_moment, zone_of
from tournaments.rights import can_see_drafts, can_view_series, role_of
from tournaments.snapshots import seats_at_table


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
    archived = serializers.BooleanField(
        required=False, help_text="true: only events in your archive; false: none of them."
    )
    starts_from = serializers.DateField(required=False)
    starts_to = serializers.DateField(required=False)


class EventIn(Strict):
    """Settings of an event. After the first pairing the system, its options and the seed stay as they are."""

    def get_fields(self) -> dict[str, Field]:
        return {one.name: taken(one) for one in SETTINGS.values()} | super().get_fields()


class EventNew(EventIn):
    """A new event: `system` and `rounds_planned`, or `phases`."""

    system = Text(max_length=40, required=False, help_text="One of `/systems/`. Needed without `phases`.")
    rounds_planned = Whole(
        min_value=1,
        max_value=MAX_ROUNDS,
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

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        told = [name for name in said_by_phases() if name in attrs]
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

    slug = setting_field(SETTINGS["slug"])
    name = setting_field(SETTINGS["name"])
    venue = setting_field(SETTINGS["venue"])
    starts_on = setting_field(SETTINGS["starts_on"])
    visibility = setting_field(SETTINGS["visibility"])
    status = serializers.ChoiceField(Status.choices)
    system = setting_field(SETTINGS["system"])
    rounds_planned = setting_field(SETTINGS["rounds_planned"])

    @computed()
    def player_count(self, event: Tournament) -> int:
        counted: int | None = getattr(event, "player_count", None)
        return event.players.filter(house=False).count() if counted is None else counted

    @computed(
        help_text="Rises with every change; for readers outside the staff with those that they can see."
    )
    def version(self, event: Tournament) -> int:
        user, staffed = self.context["request"].user, self.context.get("staffed")
        is_staff = (
            role_of(user, event) if staffed is None else event.owner_id == user.pk or event.pk in staffed
        )
        return event.version if is_staff else event.public_version

    @computed({"type": "string", "format": "uri"})
    def url(self, event: Tournament) -> str:
        return reverse("api:event", [event.slug], request=self.context["request"])


class EventOut(EventRow):
    """An event with its rules."""

    # These stand where they always stood, the other settings before the owner.
    description = setting_field(SETTINGS["description"])
    start_time = setting_field(SETTINGS["start_time"])

    @computed(PLANNED, help_text="In the order of the rounds; null: not planned.")
    def round_starts(self, event: Tournament) -> list[dict[str, object] | None]:
        starts = enumerate(event.round_starts, start=1)
        return [one and {**one, "at": planned_moment(event, number)} for number, one in starts]

    @computed(help_text="The zone of the event's times, an IANA name; the server's where none is set.")
    def time_zone(self, event: Tournament) -> str:
        return zone_of(event).key

    follows = serializers.CharField(
        help_text="The program whose reports the event takes; empty: none, it is changed here."
    )
    message = serializers.CharField(help_text="What the desk tells all players at the moment; may be empty.")
    options = Plain()
    phases = Phases(
        help_text="[]: one system. Otherwise `system` and `options` are those of the first phase."
    )

    @computed(SCORING)
    def scoring(self, event: Tournament) -> dict[str, object]:
        return shown_scoring(event)

    @computed(help_text="How many sit at a table: 2 or 4.")
    def seats(self, event: Tournament) -> int:
        return seats_at_table(event)

    tiebreaks = Chain()

    @computed({"type": ["string", "null"]}, help_text="The slug of the series it is a season of; else null.")
    def series(self, event: Tournament) -> str | None:
        shown = can_view_series(self.context["request"].user, event.series)
        return event.series.slug if event.series and shown else None

    def get_fields(self) -> dict[str, Any]:
        own = super().get_fields()
        others = {
            name: setting_field(one)
            for name, one in SETTINGS.items()
            if name not in own and not one.only_taken
        }
        at = list(own).index("owner")
        rows = list(own.items())
        return dict([*rows[:at], *others.items(), *rows[at:]])

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

    secret_seeds = setting_field(SETTINGS["secret_seeds"])
    created_at = serializers.DateTimeField()


class DeleteQuery(Strict):
    confirm = serializers.CharField(max_length=60, help_text="The slug of the event, once more.")


class StaffIn(Strict):
    role = Word(Role.choices)


class StaffOut(serializers.Serializer[object]):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user")
    role = serializers.ChoiceField(Role.choices)


def created(view: ApiView, event: Tournament) -> Response:
    """201 with the event and where it lies."""
    where = reverse("api:event", [event.slug], request=view.request)
    return view.shown(EventOut, event, status=201, where=where)


class NewEventIn(Strict):
    """What no copy can know."""

    def get_fields(self) -> dict[str, Field]:
        return {name: taken(SETTINGS[name]) for name in ("name", "starts_on")} | super().get_fields()

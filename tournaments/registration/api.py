"""The registration over REST, with the words of the desk: how full it is, entries, and what is done with them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Plain, Strict, Text, Whole, Word
from tournaments.api.mirrored import Mirror
from tournaments.models import Entry, EntryState, Money, Tournament
from tournaments.registration.fields import FIELDS
from tournaments.registration.selectors.overview import Fullness, fullness
from tournaments.registration.services import deeds, entries
from tournaments.rights import Right, having
from tournaments.steps.fields import NAME_LENGTH


class FullnessOut(Mirror, of=Fullness, shows="state taken waiting free"):
    """How full it is; `free` is null where there is no limit."""

    state = serializers.ChoiceField(["soon", "open", "full", "list_full", "over"])


class EntryOut(
    Mirror,
    of=Entry,
    shows="number line state expires_at name club federation title rating birth_year email answers byes money amount "
    "receipt paid_at to_correct message arrived_at confirmed_at",
):
    """An entry as the desk has it. Whoever is received has a place, whoever waits has none."""

    state = serializers.ChoiceField(EntryState.choices)
    money = serializers.ChoiceField(Money.choices)
    answers = Plain()
    byes = serializers.ListField(child=serializers.IntegerField())
    to_correct = serializers.ListField(child=serializers.CharField())
    player = serializers.IntegerField(source="player.number", default=None, allow_null=True)


class EntryIn(Strict):
    """Somebody signs up; what the event does not ask for can stay away."""

    name = Text(max_length=NAME_LENGTH)
    fields = Plain(  # type: ignore[assignment]
        required=False, help_text=f"By name: {', '.join(FIELDS)}."
    )
    answers = Plain(required=False, help_text="By the id of the question.")
    byes = serializers.ListField(child=Whole(min_value=1, max_value=1000), required=False, max_length=1000)
    consent = Flag(required=False)


class EntryAct(Strict):
    """One deed of the desk, for one entry or (enter and fees) for many."""

    do = Word([(word, word) for word in deeds.DEEDS])
    entries = serializers.ListField(child=Whole(min_value=1, max_value=10**6), min_length=1, max_length=1000)
    fields = serializers.ListField(  # type: ignore[assignment]
        child=Text(max_length=40),
        required=False,
        max_length=40,
        help_text="To be corrected: club, answers.2.",
    )
    message = Text(required=False, allow_blank=True, max_length=300)
    place = Whole(required=False, min_value=1, max_value=10**6)
    reason = Text(required=False, allow_blank=True, max_length=300)


class RegistrationNow(EventView):
    """Minutes pass without a change of the event: no ETag."""

    tag = "Registration"
    versioned = False

    @endpoint(
        "read_registration", "How full the event is, and whether players can sign up.", gives=FullnessOut
    )
    def get(self, request: Request) -> Fullness:
        entries.move_on(self.event)
        return fullness(self.event)


class Entries(EventView):
    """Addresses are for whoever works with the registration."""

    tag = "Registration"
    versioned = False
    restricted = True
    reads = writes = having(Right.REGISTRATION)

    @endpoint("list_entries", "All entries in the order of arrival.", gives=EntryOut, paged=True)
    def get(self, request: Request, query: dict[str, Any]) -> QuerySet[Entry]:
        return _entries(self.event)

    @endpoint("sign_up", "Sign somebody up, as the desk.", takes=EntryIn, gives=EntryOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> Entry:
        fields = data.pop("fields", {})
        named = {**(fields if isinstance(fields, dict) else {}), **data}
        return entries.sign_up(tournament=self.event, actor=self.actor, **named)


class EntryActs(EventView):
    tag = "Registration"
    versioned = False
    writes = having(Right.REGISTRATION)

    @endpoint(
        "act_on_entries", "Enter, ask to correct, mark fees ...", takes=EntryAct, gives=EntryOut, many=True
    )
    def post(self, request: Request, data: dict[str, Any]) -> QuerySet[Entry]:
        do, numbers = data.pop("do"), data.pop("entries")
        deeds.act(tournament=self.event, actor=self.actor, do=do, numbers=numbers, given=data)
        return _entries(self.event).filter(number__in=numbers)


def _entries(event: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=event).select_related("player").order_by("number")

"""The second pass over the results of a round."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Reason
from tournaments.api.mirrored import Mirror
from tournaments.api.results.serializers.results import Entered, Seen, entry_of
from tournaments.results.selectors.texts import text_of
from tournaments.results.selectors.verification import Progress, Waiting
from tournaments.results.services.tables_of_four import Entry
from tournaments.results.services.verification import Second, Value


class VerifyIn(Entered):
    seen = Seen(
        required=False,
        help_text="What the first pass had: say which of the two is right, after looking at the slip again.",
    )
    note = Reason(max_length=500, help_text="Goes into the log.")


def value_of(data: dict[str, Any]) -> Value:
    """What was keyed, as the service takes it."""
    return entry_of(data) if "scores" in data else text_of(data["result"], data.get("games"))


def seen_of(data: dict[str, Any]) -> Value:
    """What the first pass had, in the same shape."""
    seen = data["seen"]
    return Entry(*seen) if isinstance(seen, tuple) else seen


class WaitingOut(Mirror, of=Waiting, shows="table"):
    entered_by = serializers.CharField(source="first.name", help_text="Empty: nobody with an account.")
    entered_at = serializers.DateTimeField(source="first.at", allow_null=True)


class ProgressOut(
    Mirror, of=Progress, shows="total verified waiting missing", missing="Tables without any result."
):
    """How far the second pass is; `waiting` says of no table what its result is."""

    waiting = WaitingOut(many=True)


class SecondOut(
    Mirror, of=Second, shows="table same_person", same_person="Whether you had entered the result yourself."
):
    pass

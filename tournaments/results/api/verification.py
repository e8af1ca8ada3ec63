"""The second look at results over the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import RoundView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Reason
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.results import Entered, Seen, entry_of
from tournaments.models import Match
from tournaments.results.selectors.texts import text_of
from tournaments.results.selectors.verification import Progress, Waiting, progress
from tournaments.results.services import verification
from tournaments.results.services.tables_of_four import Entry
from tournaments.results.services.verification import Second, Value
from tournaments.rights import Right, having, may


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


class VerificationView(RoundView):
    tag = "Results"
    reads = having(Right.VERIFY_RESULTS)
    writes = having(Right.VERIFY_RESULTS)
    restricted = True


class Verification(VerificationView):
    @endpoint("read_verification", "How far the second pass over a round is.", gives=ProgressOut)
    def get(self, request: Request, number: int) -> Progress:
        return progress(self.event, self.round(number))


class Verify(VerificationView):
    @endpoint(
        "verify_result",
        "Key the result of a table a second time.",
        takes=VerifyIn,
        gives=SecondOut,
        description="The same result verifies the table. Another one is refused with 409 `verification_differs`, whose "
        "`params` say both and who entered the first and when; then send the right one with `seen`, what the first "
        "pass had. In a completed round that is a correction and takes the right to correct.",
    )
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Second:
        match = Match.objects.get(round=self.round(number), table=table)
        given: dict[str, Any] = {"tournament": self.event, "actor": self.actor, "match": match}
        value = value_of(data)
        if "seen" not in data:
            return verification.verify(**given, value=value)
        given |= {"may_correct": may(request.user, self.event, Right.CORRECT_RESULTS)}
        return verification.settle(**given, value=value, seen=seen_of(data), note=data.get("note", ""))

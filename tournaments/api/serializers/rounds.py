"""A round as several endpoints answer it: its tables, seats and reasons, jobs, the rounds of one player."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.formats.document_scoring import points_to_json
from pairing.model.reasons import is_score
from pairing.model.types import FOUR
from tournaments.api.fields import Plain, Strict, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.models import ByeKind, Job, JobKind, JobState, Outcome, Result, Round, RoundState
from tournaments.rounds.selectors.rounds import ByeRow, RoundSheet, SeatRow, TableRow, speaker
from tournaments.schedules.selectors.plan_state import decision
from tournaments.schedules.selectors.schedules import MyRound, Person

WINDS = ("east", "south", "west", "north")
_MAYBE_WHOLE: Mapping[str, object] = {"type": ["array", "null"], "items": {"type": "integer"}}
_MAYBE_NUMBERS: Mapping[str, object] = {"type": ["array", "null"], "items": {"type": "number"}}


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"code": {"type": "string"}, "text": {"type": "string"}},
            "required": ["code", "text"],
            "additionalProperties": True,
        },
    }
)
class Reasons(serializers.Field[object, object, object, object]):
    """Why, as codes with their parameters and as sentences in the reader's language with the players' names.

    Scores are points, as everywhere in the API; inside, reasons hold hundredths.
    """

    @cached_property
    def _say(self) -> Callable[[Mapping[str, object]], str]:
        return speaker(self.context.get("names", {}))

    def to_representation(self, value: Any) -> list[dict[str, object]]:
        return [{**_in_points(reason), "text": self._say(reason)} for reason in value]


def _in_points(reason: Mapping[str, Any]) -> dict[str, object]:
    return {name: points_to_json(value) if is_score(name) else value for name, value in reason.items()}


class RoundRow(Mirror, of=Round, shows="number state published_at completed_at"):
    """A round in a list."""

    state = serializers.ChoiceField(RoundState.choices)


class RoundHead(RoundRow, of=Round, nested=False, shows="system options rule_version"):
    """A round and what it was paired with."""

    options = Plain()


class SeatOut(
    Mirror,
    of=SeatRow,
    shows=(
        "number name house position wind club title rating points_before points outcome raw penalty place"
    ),
    house="Fills a seat of a table of four and is nobody.",
    position="0 moves first or has White (two seats), or is East (four seats).",
    points_before="Before this round.",
    points="From this table; null while the result is missing.",
    raw="Raw points at a table of four.",
    penalty="Penalties at a table of four; `points` has them already.",
    place="1 to 4 at a played table of four; shared places are the same.",
):
    @computed({"type": ["string", "null"], "enum": [*WINDS, None]}, help_text="At a table of four.")
    def wind(self, seat: Any) -> str | None:
        return WINDS[seat.position] if self.context["is_of_four"] else None

    outcome = serializers.ChoiceField(Outcome.choices, allow_blank=True)


class MatchOut(
    Mirror,
    of=TableRow,
    shows="table seats result games scores penalties points places sticks agreed_for postponed",
    agreed_for="By appointment; null: with its round.",
    postponed="It is not played with its round.",
    sticks="Riichi sticks left on a played table of four, 1,000 raw points each.",
):
    """A table. Four seats: `scores` and what follows from them; two: `result`."""

    seats = SeatOut(many=True, read_only=True)
    result = serializers.ChoiceField(Result.choices, allow_null=True)

    @computed(_MAYBE_WHOLE, help_text="Raw points in the order of the seats.")
    def scores(self, row: TableRow) -> list[int] | None:
        return _all(seat.raw for seat in row.seats)

    @computed(_MAYBE_NUMBERS, help_text="In final points, in the order of the seats.")
    def penalties(self, row: TableRow) -> list[float] | None:
        return [points_to_json(seat.penalty) for seat in row.seats] if len(row.seats) == FOUR else None

    @computed(_MAYBE_NUMBERS, help_text="In the order of the seats; null: no result yet.")
    def points(self, row: TableRow) -> list[float] | None:
        points = _all(seat.points for seat in row.seats)
        return None if points is None else [points_to_json(value) for value in points]

    @computed(_MAYBE_WHOLE, help_text="1 to 4, in the order of the seats.")
    def places(self, row: TableRow) -> list[int] | None:
        return _all(seat.place for seat in row.seats)

    why = Reasons()


def _all(values: Iterable[int | None]) -> list[int] | None:
    """The values, if none is missing."""
    listed = list(values)
    return None if None in listed else listed  # type: ignore[return-value]


class ByeOut(Mirror, of=ByeRow, shows="number name kind points points_before"):
    kind = serializers.ChoiceField(ByeKind.choices)
    why = Reasons()


class RelaxedOut(serializers.Serializer[object]):
    """A rule that was given up on purpose."""

    rule = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())

    @computed()
    def why(self, relaxed: dict[str, Any]) -> str:
        return speaker(self.context.get("names", {}))(relaxed["reason"])

    @computed(help_text="The code of `why`.")
    def reasons(self, relaxed: dict[str, Any]) -> list[str]:
        return [relaxed["reason"]["code"]]


class AssumedOut(serializers.Serializer[object]):
    """What a table of the round before was taken to end like; its true result changes nothing here."""

    table = serializers.IntegerField()
    result = serializers.ChoiceField(Result.choices)


class RoundOut(
    RoundRow,
    of=RoundSheet,
    shows="matches byes missing notes relaxed assumed_round assumed",
    missing="Tables without a result.",
    assumed_round="The round before, if this one was paired on assumed results of it.",
):
    """A round with everything on it."""

    matches = MatchOut(many=True, source="tables")
    byes = ByeOut(many=True)
    notes = Reasons()
    relaxed = RelaxedOut(many=True)
    assumed = AssumedOut(many=True)


class PairRequest(Strict):
    overrides = Plain(
        required=False,
        help_text="Options of this round only: those of the system with `per_round`, e.g. what to relax.",
    )
    again = Whole(
        required=False,
        min_value=1,
        max_value=10_000,
        help_text="The number of the latest round, to pair it again: a draft, or one that is published and without a "
        "result, whose pairings are then taken back in the same step.",
    )


class UndoIn(Strict):
    seen = Whole(
        required=False,
        min_value=1,
        max_value=2**53,
        help_text="Id of the step you mean; 409 if another came after it.",
    )


class JobOut(
    Mirror, of=Job, shows="id kind state progress total result error decision created_at finished_at"
):
    """Work that is done outside the request; ask again until `state` is `done` or `failed`."""

    kind = serializers.ChoiceField(JobKind.choices)
    state = serializers.ChoiceField(JobState.choices)

    @computed({"type": ["object", "null"], "additionalProperties": True})
    def result(self, job: Job) -> object:
        return job.result

    @computed({"type": ["object", "null"], "additionalProperties": True})
    def error(self, job: Job) -> object:
        return job.error

    @computed(help_text="Of a planned schedule: `kept`, `dropped`, or empty while nobody has chosen.")
    def decision(self, job: Job) -> str:
        return decision(job)


class PersonOut(Mirror, of=Person, shows="number name"):
    house = serializers.BooleanField(source="is_house")


class MyRoundOut(Mirror, of=MyRound, shows="round day table wind others"):
    """A round to come of one player; without a table the player rests."""

    round = serializers.IntegerField(source="number")

    @computed({"type": ["string", "null"], "enum": [*WINDS, None]})
    def wind(self, mine: Any) -> str | None:
        return None if mine.table is None else WINDS[mine.position]

    others = PersonOut(many=True, help_text="The other three, in the order of the seats.")

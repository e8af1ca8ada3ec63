"""Schedules for four at a table: asked for, searched, shown with what they reach."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from pairing.seating.checks import PLAYERS, ROUNDS, UNEVEN
from pairing.seating.houses import MOST_HOUSE
from tournaments.api.fields import Real, Strict, Whole, Word, computed
from tournaments.api.mirrored import Mirror
from tournaments.api.rounds.serializers.rounds import WINDS
from tournaments.schedules.selectors.schedules import MyRound, Person, RoundOfPlan, TablePlan
from tournaments.schedules.services import LONGEST

# Where nothing better is known the search goes on for so long; the rest of the site waits meanwhile.
LONGEST_SEARCH = 2.0
MAX_FORBIDDEN = 2000


class Pairs(serializers.ListField):
    """Pairs of players who never share a table."""

    child = serializers.ListField(child=Whole(min_value=1, max_value=PLAYERS[-1]), min_length=2, max_length=2)

    def to_internal_value(self, data: Any) -> Any:
        # Counted before each is validated, which takes seconds for all that fit into a request.
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        pairs = super().to_internal_value(data)
        if any(first == second for first, second in pairs):
            raise serializers.ValidationError(_("Give two different players."))
        return pairs


class SeatingIn(Strict):
    """What `manage.py seating` takes, and more."""

    players = Whole(
        min_value=PLAYERS[0],
        max_value=PLAYERS[-1],
        help_text="House players too: a multiple of four, unless there are byes.",
    )
    rounds = Whole(min_value=ROUNDS[0], max_value=ROUNDS[-1])
    rounds_per_day = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=ROUNDS[-1],
        help_text="A new day starts every so many rounds; left out: one day.",
    )
    seconds = Real(
        default=1.0,
        min_value=0,
        max_value=LONGEST_SEARCH,
        help_text="How long to search at most where no best schedule is known.",
    )
    seed = Whole(default=0, min_value=0, max_value=2**53, help_text="Another number, another search.")
    house = Whole(
        default=0,
        min_value=0,
        max_value=MOST_HOUSE,
        help_text="So many of the players, those with the highest numbers, are house players.",
    )
    uneven = Word(
        [(word, word) for word in UNEVEN],
        default=UNEVEN[0],
        help_text="`byes`: players who are no multiple of four take turns at sitting out.",
    )
    forbidden = Pairs(required=False, max_length=MAX_FORBIDDEN, help_text="Who never share a table.")


class PlanIn(Strict):
    seconds = Whole(
        default=0,
        min_value=0,
        max_value=LONGEST,
        help_text="0: plan at once. Else search for so long beside the request (30 or more); it can be stopped.",
    )


class PlannedTableOut(
    Mirror, of=TablePlan, shows="table seats", seats="Numbers of players: East, South, West, North."
):
    pass


class PlannedRoundOut(
    Mirror, of=RoundOfPlan, shows="number day is_paired tables rests", rests="Who has no table."
):
    """One round: as it is, or as it will be if nobody leaves or comes."""


class PersonOut(Mirror, of=Person, shows="number name"):
    house = serializers.BooleanField(source="is_house")


class ScheduleOut(serializers.Serializer[Any]):
    """All rounds that are planned at once, and how good the plan is."""

    rounds = PlannedRoundOut(many=True, source="schedule.rounds")
    players = PersonOut(many=True)
    rounds_per_day = serializers.IntegerField(source="schedule.rounds_per_day", allow_null=True)
    is_kept = serializers.BooleanField(
        source="is_stored", help_text="Stored. Else it is what pairing the first round would plan."
    )

    @computed(
        {"type": "object", "additionalProperties": {"type": "number"}},
        help_text="The figures of `/tools/seating/`.",
    )
    def quality(self, shown: dict[str, Any]) -> dict[str, float]:
        return {figure.text.name: figure.value for figure in shown["figures"]}

    @computed({"type": "array", "items": {"type": "string"}}, help_text="Figures that nothing can beat.")
    def proven_optimal(self, shown: dict[str, Any]) -> list[str]:
        return [figure.text.name for figure in shown["figures"] if figure.why is not None]


class MyRoundOut(Mirror, of=MyRound, shows="round day table wind others"):
    """A round to come of one player; without a table the player rests."""

    round = serializers.IntegerField(source="number")

    @computed({"type": ["string", "null"], "enum": [*WINDS, None]})
    def wind(self, mine: Any) -> str | None:
        return None if mine.table is None else WINDS[mine.position]

    others = PersonOut(many=True, help_text="The other three, in the order of the seats.")

"""Edits of the past: what is asked for, and what it changes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.events.serializers.rules import Chain, Scoring
from tournaments.api.fields import Flag, Hundredths, Points, Real, Strict, Text, Whole, Word
from tournaments.api.results.serializers.results import Listed, Penalties, Scores
from tournaments.corrections.services.edits import KINDS
from tournaments.corrections.services.past_rounds import MOST_ADJUSTED
from tournaments.models import ByeKind, Result, RoundState
from tournaments.results.services.tables_of_four import MOST_STICKS

BIG: dict[str, Any] = {"min_value": 1, "max_value": 999_999_999}
HELP = (
    "`result`: round, table, result. `scores`: round, table, scores, penalties, sticks. `bye`: round, player, bye. "
    "`adjustment`: player, points (below 0 a penalty; 0: none), round (left out: from the start). "
    "`leaving`: player, after_round (left out: has not left). `rating`: player, rating (left out: none). "
    "`removal`: player. `tiebreaks`: the chain. `scoring`: all of it. `player`: player and what is new of rating, "
    "ranking, mu, sigma, fixed_table. `settings`: what is new of tiebreaks, scoring, rounds_planned."
)


class ImpactQuery(Strict):
    """An edit in an address; chains, scorings and adjustments are foreseen by POST with `dry_run`."""

    kind = serializers.CharField(max_length=40, help_text=HELP)
    round = serializers.IntegerField(required=False, min_value=1, max_value=999)
    table = serializers.IntegerField(required=False, **BIG)
    result = serializers.ChoiceField(Result.choices, required=False)
    scores = Listed(Scores(), "At a table of four: `42300,31200,28000,18500`.")
    penalties = Listed(Penalties(), "In final points: `0,0,-20,0`; left out: as they are.")
    sticks = serializers.IntegerField(required=False, min_value=0, max_value=MOST_STICKS)
    player = serializers.IntegerField(required=False, **BIG)
    bye = serializers.ChoiceField(ByeKind.choices, required=False)
    after_round = serializers.IntegerField(required=False, min_value=0, max_value=999)
    rating = serializers.IntegerField(required=False)
    ranking = serializers.IntegerField(required=False)
    mu = serializers.FloatField(required=False)
    sigma = serializers.FloatField(required=False)
    fixed_table = serializers.IntegerField(required=False)
    rounds_planned = serializers.IntegerField(required=False)


class EditIn(Strict):
    """An edit of the past. Which fields count is a matter of its kind."""

    kind = Text(max_length=40, help_text=HELP)
    round = Whole(required=False, min_value=1, max_value=999)
    table = Whole(required=False, **BIG)
    result = Word(Result.choices, required=False)
    scores = Scores(required=False)
    penalties = Penalties(required=False)
    sticks = Whole(required=False, min_value=0, max_value=MOST_STICKS)
    player = Whole(required=False, **BIG)
    bye = Word(ByeKind.choices, required=False)
    points = Hundredths(most=MOST_ADJUSTED // 100, required=False)
    after_round = Whole(required=False, allow_null=True, min_value=0, max_value=999)
    rating = Whole(required=False, allow_null=True)
    ranking = Whole(required=False, allow_null=True)
    mu = Real(required=False, allow_null=True)
    sigma = Real(required=False, allow_null=True)
    fixed_table = Whole(required=False, allow_null=True)
    rounds_planned = Whole(required=False)
    tiebreaks = Chain(required=False)
    scoring = Scoring(required=False)
    note = Text(
        required=False,
        allow_blank=True,
        max_length=500,
        help_text="Why; needed once a round has been paired on what is edited. It goes into the log.",
    )
    version = Whole(
        required=False,
        min_value=1,
        help_text="Of the event when you looked: refused with 409 if something has changed since.",
    )
    dry_run = Flag(required=False, default=False, help_text="Only say what it would change.")


class TiebreakChangeOut(serializers.Serializer[Any]):
    label: Any = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class PlayerChangeOut(serializers.Serializer[Any]):
    """A line of the standings before and after; null where the player is not on the list."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    points_before = Points(allow_null=True)
    points_after = Points(allow_null=True)
    tiebreaks = TiebreakChangeOut(many=True)


class CutChangeOut(serializers.Serializer[Any]):
    phase = serializers.IntegerField(help_text="Into which it leads; 0: into the final of tables of four.")
    after_round = serializers.IntegerField()
    made = serializers.BooleanField(help_text="It has been made: whoever plays in the phase stays in it.")
    into = serializers.ListField(child=serializers.IntegerField())
    out = serializers.ListField(child=serializers.IntegerField())


class MovedTableOut(serializers.Serializer[Any]):
    players = serializers.ListField(child=serializers.IntegerField())
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class LaterRoundOut(serializers.Serializer[Any]):
    """A round that was paired on what is edited, against how the engine would pair it then."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(RoundState.choices)
    same = serializers.IntegerField(help_text="Tables that would be as they are.")
    now = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Tables there would be."
    )
    stands = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Instead of these."
    )
    bye_now = serializers.ListField(child=serializers.IntegerField())
    bye_stands = serializers.ListField(child=serializers.IntegerField())
    differs_anyway = serializers.IntegerField(help_text="Tables that are not the engine's even without it.")
    error = serializers.CharField(allow_blank=True)
    moved = MovedTableOut(
        many=True, help_text="Tables that would only have another number, as long as nobody sits there."
    )
    can_be_repaired = serializers.BooleanField()


class ConsequencesOut(serializers.Serializer[Any]):
    """All that an edit changes."""

    kind = serializers.CharField(help_text=", ".join(KINDS))
    needs_reason = serializers.BooleanField()
    players = PlayerChangeOut(many=True)
    cuts = CutChangeOut(many=True)
    later = LaterRoundOut(many=True)
    columns_before = serializers.ListField(child=serializers.CharField())
    columns_after = serializers.ListField(child=serializers.CharField())

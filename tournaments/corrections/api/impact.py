"""Edits of the past: what is asked for, and what it changes."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Flag, Hundredths, Real, Reason, Strict, Text, Whole, Word
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.results import Listed, Penalties, Scores
from tournaments.api.serializers.rules import Chain, Scoring, stored_scoring
from tournaments.corrections.selectors.edits import Edit
from tournaments.corrections.selectors.impact import (
    Consequences,
    LaterRound,
    MovedTable,
    PlayerChange,
    TiebreakChange,
    consequences,
)
from tournaments.corrections.selectors.impact_cuts import CutChange
from tournaments.corrections.services import edits
from tournaments.corrections.services.edits import KINDS, RIGHTS
from tournaments.corrections.services.past_rounds import MOST_ADJUSTED
from tournaments.models import ByeKind, Result, RoundState
from tournaments.results.services.tables_of_four import MOST_STICKS
from tournaments.rights import Right, having, may

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
    note = Reason(
        max_length=500,
        help_text="Why; needed once a round has been paired on what is edited. It goes into the log.",
    )
    version = Whole(
        required=False,
        min_value=1,
        help_text="Of the event when you looked: refused with 409 if something has changed since.",
    )
    dry_run = Flag(required=False, default=False, help_text="Only say what it would change.")


class TiebreakChangeOut(Mirror, of=TiebreakChange, shows="label"):
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class PlayerChangeOut(
    Mirror, of=PlayerChange, shows="number name rank_before rank_after points_before points_after tiebreaks"
):
    """A line of the standings before and after; null where the player is not on the list."""


class CutChangeOut(
    Mirror,
    of=CutChange,
    shows="phase after_round made into out",
    phase="Into which it leads; 0: into the final of tables of four.",
    made="It has been made: whoever plays in the phase stays in it.",
):
    pass


class MovedTableOut(Mirror, of=MovedTable, shows="players before after"):
    pass


class LaterRoundOut(
    Mirror,
    of=LaterRound,
    shows="number state same now stands bye_now bye_stands differs_anyway error moved can_be_repaired",
    same="Tables that would be as they are.",
    now="Tables there would be.",
    stands="Instead of these.",
    differs_anyway="Tables that are not the engine's even without it.",
    moved="Tables that would only have another number, as long as nobody sits there.",
):
    """A round that was paired on what is edited, against how the engine would pair it then."""

    state = serializers.ChoiceField(RoundState.choices)
    error = serializers.CharField(allow_blank=True)


class ConsequencesOut(
    Mirror,
    of=Consequences,
    shows="kind needs_reason players cuts later columns_before columns_after",
    kind=", ".join(KINDS),
):
    """All that an edit changes."""


class Impact(EventView):
    tag = "Results"
    reads = having(Right.CORRECT_RESULTS)
    writes = having(Right.CORRECT_RESULTS)
    versioned = False
    restricted = True
    foresees = True  # what is refused now would be refused when it is done

    @endpoint(
        "preview_impact",
        "What an edit of the past would change.",
        query=ImpactQuery,
        gives=ConsequencesOut,
        description="Standings, tie-breaks, cuts, byes, and how the engine would pair later rounds then. Nothing is "
        "written.",
    )
    def get(self, request: Request, query: dict[str, Any]) -> Consequences:
        return consequences(self.event, self._edit(request, query))

    @endpoint(
        "edit_past",
        "Edit the past, with a reason.",
        takes=EditIn,
        gives=ConsequencesOut,
        description="Answers what it changed. With `dry_run` only says so. The log keeps the reason and the numbers.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Consequences:
        edit = self._edit(request, data)
        if data["dry_run"]:
            return consequences(self.event, edit)
        return edits.make(
            tournament=self.event,
            actor=self.actor,
            edit=edit,
            note=data.get("note", ""),
            seen_version=data.get("version"),
        )

    def _edit(self, request: Request, given: dict[str, Any]) -> Edit:
        """Each kind takes a right of its own, besides that of correcting results."""
        right = RIGHTS.get(given["kind"], Right.CORRECT_RESULTS)
        if not may(request.user, self.event, right):
            self.permission_denied(request)
        values = {k: v for k, v in given.items() if k not in ("kind", "note", "version", "dry_run")}
        if "scoring" in values:
            values["scoring"] = stored_scoring(self.event.system, values["scoring"])
        return edits.read(self.event, given["kind"], values)

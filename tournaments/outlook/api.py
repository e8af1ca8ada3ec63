"""The outlook: who is through, who is out, and the odds of everybody else."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from pairing.formats.document_scoring import points_to_json
from pairing.model.types import CutBy
from pairing.outlook.event_outlook import OWN, EventOutlook
from pairing.outlook.prospects import Line, Odds, Prospect
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import computed
from tournaments.api.mirrored import Mirror
from tournaments.api.refusals import refuse
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.answers import Answer
from tournaments.outlook.selectors.outlook import OutlookTable, has_outlook, outlook_table


class TargetOut(serializers.Serializer[object]):
    """Something to reach."""

    by = serializers.ChoiceField([by.value for by in CutBy])

    @computed(
        {"type": "number"}, help_text="A place or better, points at least, or a number of losses at most."
    )
    def value(self, target: dict[str, Any]) -> int | float:
        value: int = target["value"]
        return points_to_json(value) if target["by"] == CutBy.POINTS else value

    is_cut = serializers.BooleanField(help_text="True for the cut of a phase; false for a place at the end.")
    title = serializers.CharField()


class OddsOut(Mirror, of=Odds, shows="runs mean low high"):
    """A share of the endings, with its 95 % interval where they were played by chance; of all endings it has none."""


class ProspectOut(
    Mirror,
    of=Prospect,
    shows="state proof points others outcomes odds wins place",
    state="`in` and `out` are proven; the others have odds.",
    proof="By points that can still be reached, by losses, because all outcomes have been tried, or by the"
    " chart of a bracket.",
    points="`in`: the fewest possible at the end; `out`: the most still possible.",
    others="`in`: how many others can at most reach these points; `out`: how many have more for certain.",
    outcomes="How many have been tried.",
    odds="Null where it is proven, and where it is too early to say anything.",
    wins="In a bracket, where it is open: so many in a row are enough.",
    place="In a bracket: `in`: the worst place; `out`: the best one still possible.",
):
    pass


class OwnOut(serializers.Serializer[object]):
    """What an own result at the open table means."""

    outcome = serializers.ChoiceField([outcome.value for outcome in OWN])
    prospects = ProspectOut(many=True)


class RaceLineOut(
    Mirror,
    of=Line,
    shows="place number name points fewest most is_eliminated prospects own",
    place="Among those it is about, as it stands.",
    fewest="The fewest possible at the end.",
    most="The most possible at the end.",
    is_eliminated="Has lost too often to be paired again.",
    prospects="One for each target, in their order.",
):
    number = serializers.IntegerField(source="player")

    @computed()
    def name(self, line: Line) -> str:
        return str(self.context["names"][line.player])

    @computed(OwnOut(many=True), help_text="Empty without an open table.")
    def own(self, line: Line) -> object:
        found = [
            {"outcome": outcome.value, "prospects": prospects} for outcome, prospects in line.own.items()
        ]
        return OwnOut(found, many=True).data


class RaceOut(serializers.Serializer[object]):
    """The race by the published rounds."""

    is_current = serializers.BooleanField(help_text="False: of an older state, and being worked out again.")
    as_of_round = serializers.IntegerField(help_text="The last published round when it was worked out.")
    after_round = serializers.IntegerField(help_text="After this round it is decided.")
    phase = serializers.IntegerField(
        allow_null=True, help_text="The phase the cut leads to; null for places."
    )
    rounds_left = serializers.IntegerField(help_text="The one being played included.")
    open_tables = serializers.IntegerField()
    runs = serializers.IntegerField(help_text="Endings played for the odds; 0 where none were needed.")
    draws = serializers.FloatField(help_text="The share of draws in the event so far, and in those endings.")
    by_ratings = serializers.BooleanField(
        help_text="Whether ratings decide how strong everybody is in them; else everybody is equal."
    )
    in_bracket = serializers.BooleanField(help_text="Places come from the bracket; points decide nothing.")
    targets = TargetOut(many=True)
    lines = RaceLineOut(many=True, help_text="In the order of the standings.")


def outlook_data(table: OutlookTable, answer: Answer) -> dict[str, object]:
    """The outlook as plain data."""
    outlook: EventOutlook = table.outlook
    return {
        "is_current": answer.is_current,
        "as_of_round": answer.round,
        "after_round": outlook.last,
        "phase": outlook.phase,
        "rounds_left": outlook.rounds_left,
        "open_tables": outlook.open_tables,
        "runs": outlook.runs,
        "draws": outlook.draws,
        "by_ratings": outlook.by_ratings,
        "in_bracket": outlook.in_bracket,
        "targets": [
            {"by": target.by.value, "value": target.value, "is_cut": target.is_cut, "title": title}
            for target, title in zip(outlook.targets, table.titles, strict=True)
        ],
        "lines": outlook.lines,
    }


class Outlook(EventView):
    tag = "Standings"
    foresees = True  # it may be refused, until there is a first answer

    @endpoint(
        "read_race",
        "Who makes the next cut, or the first places: who is certain, who is out, and the odds of everybody else.",
        gives=RaceOut,
        description="404 where nothing can be told: before the first published round, after the end, without a planned"
        " number of rounds, and at tables of four. In a bracket, who can reach which place and how many wins it takes."
        " After every change it is worked out again beside the requests. Until then this is the last answer, with"
        " `is_current` false; 409 `being_worked_out` before there is any.",
    )
    def get(self, request: Request) -> dict[str, object]:
        if not has_outlook(self.event):
            raise Http404
        answer = outlook_answer(self.event)
        if not answer.is_current:
            self.etag = None
        if not answer.key:
            raise refuse.being_worked_out()
        table = outlook_table(self.event, answer)
        if table is None:
            raise Http404
        self.names = {row.number: row.name for row in table.rows}
        return outlook_data(table, answer)

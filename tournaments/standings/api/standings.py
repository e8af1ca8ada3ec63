"""Standings, and a tie-break by its numbers."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request

from pairing.engine.places import Decided
from pairing.formats.document_scoring import points_to_json
from pairing.model.reasons import TEXTS
from pairing.tiebreaks import TIEBREAKS, Explanation
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, computed
from tournaments.api.mirrored import Mirror
from tournaments.standings.selectors.columns import chain_of
from tournaments.standings.selectors.of_four import final_phase
from tournaments.standings.selectors.places import explained, line_of
from tournaments.standings.selectors.standings import Line, StandingsTable, TiebreakCell, standings

MAYBE_NUMBER: Mapping[str, object] = {"type": ["number", "null"]}


def natural(value: int | Fraction | None, unit: str) -> float | int | None:
    """An exact value in its natural unit: points as points, shares as shares, the rest as it is."""
    if value is None:
        return None
    exact = Fraction(value) / 100 if unit == "points" else Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)


class StandingsQuery(Strict):
    after_round = serializers.IntegerField(
        required=False, min_value=0, max_value=1000, help_text="Left out: the last completed round."
    )
    top = serializers.IntegerField(
        required=False, min_value=1, max_value=20_000, help_text="Only the first lines."
    )


class AfterQuery(Strict):
    after_round = serializers.IntegerField(
        required=False, min_value=0, max_value=1000, help_text="Left out: the last completed round."
    )


class DecidedOut(
    Mirror,
    of=Decided,
    shows="by",
    by="`top`: nobody is above; `group`, `withdrawn`: a final phase, a cut or a bracket, whatever the points;"
    " `shared`: nothing, the place is shared.",
):
    """What separates a player from another one."""

    @computed(
        {"type": ["string", "null"]}, help_text="The tie-break that does, `points` among them; else null."
    )
    def label(self, decided: Decided) -> str | None:  # type: ignore[override]
        return decided.spec.label if decided.spec else None


class CellOut(Mirror, of=TiebreakCell, shows="label value shown unit", shown="As the pages show it."):
    @computed(MAYBE_NUMBER, help_text="Not rounded; null where there is none.")
    def value(self, cell: Any) -> object:
        return natural(cell.value, cell.unit)


class LineOut(
    Mirror,
    of=Line,
    shows=(
        "rank number name club title federation rating withdrawn points group placements penalty "
        "carried before_carry tiebreaks decided_by"
    ),
    rank="Players equal on everything share a rank (1, 2, 2, 4).",
    group="0 but in a final phase: nobody of a later group can come before one of an earlier.",
    placements="At tables of four: how often first, second, third and fourth; else empty.",
    penalty="What penalties and missed games in `points` come to.",
    decided_by="What separates this line from the one above.",
):
    @computed(
        MAYBE_NUMBER, help_text="In a final phase: the part of the total that was taken into it; else null."
    )
    def carried(self, line: Line) -> float | None:
        return self._of_phase("carried", line)

    @computed(
        MAYBE_NUMBER,
        help_text="Right after the last round before a final phase: the whole total, of which `points` is the part that"
        " counts on; else null.",
    )
    def before_carry(self, line: Line) -> float | None:
        return self._of_phase("before_carry", line)

    def _of_phase(self, name: str, line: Line) -> float | None:
        points = self.context["phase"].get(name, {}).get(line.number)
        return None if points is None else points_to_json(points)


class GroupOut(serializers.Serializer[object]):
    """A group of a final phase, such as the final table."""

    group = serializers.IntegerField()
    name = serializers.CharField()


class StandingsOut(
    Mirror,
    of=StandingsTable,
    shows="after_round is_complete columns groups cut cut_after lines",
    is_complete="False while the round is being played.",
    columns="The tie-breaks in order.",
):
    @computed(
        GroupOut(many=True),
        help_text="In a final phase: what the groups are called; empty while everybody can still pass everybody.",
    )
    def groups(self, table: StandingsTable) -> list[dict[str, object]]:
        names = self.context["phase"].get("group_names", {})
        return [{"group": group, "name": name} for group, name in sorted(names.items())]

    @computed(
        {"type": ["integer", "null"]}, help_text="Before a final phase: how many will go on to it; else null."
    )
    def cut(self, table: StandingsTable) -> int | None:
        return self.context["phase"].get("cut") or None

    @computed(
        {"type": ["integer", "null"]},
        help_text="Before a final phase: the number of the last player who would, as it stands now.",
    )
    def cut_after(self, table: StandingsTable) -> int | None:
        number: int | None = self.context["phase"].get("cut_after")
        return number


class TermOut(serializers.Serializer[object]):
    """One number a value is made of."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True)
    value = serializers.FloatField()
    counted = serializers.BooleanField(help_text="False where a rule cuts it.")
    note = serializers.CharField()


class ExplainedOut(serializers.Serializer[object]):
    label = serializers.CharField()  # type: ignore[assignment]
    name = serializers.CharField()
    unit = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    combine = serializers.CharField(help_text="How the counted terms give the value: sum, mean, median ...")
    terms = TermOut(many=True)


class WorkingOut(serializers.Serializer[object]):
    """A player's tie-breaks, each by its numbers."""

    after_round = serializers.IntegerField()
    number = serializers.IntegerField()
    tiebreaks = ExplainedOut(many=True)


def explained_out(spec: Any, tiebreak: Any, explanation: Any) -> dict[str, object]:
    """An explanation of the core as plain data, in the reader's language."""
    return {
        "label": spec.label,
        "name": gettext(tiebreak.name),
        "unit": explanation.unit,
        **value_out(explanation),
    }


def value_out(explanation: Explanation) -> dict[str, object]:
    """A value, its terms, and how they combine."""
    unit = explanation.unit
    return {
        "value": natural(explanation.value, unit),
        "combine": explanation.combine,
        "terms": [
            {
                "round": term.round,
                "opponent": term.opponent,
                "value": natural(term.value, unit),
                "counted": term.counted,
                "note": gettext(TEXTS[term.note_code]) if term.note_code else "",
            }
            for term in explanation.terms
        ],
    }


class Standings(EventView):
    tag = "Standings"
    phase: Mapping[str, object]

    @endpoint("read_standings", "The standings after a round.", query=StandingsQuery, gives=StandingsOut)
    def get(self, request: Request, query: dict[str, Any]) -> StandingsTable:
        table = standings(self.event, query.get("after_round"))
        self.phase = final_phase(self.event, table)
        return replace(table, lines=table.lines[: query["top"]]) if "top" in query else table

    def context(self) -> dict[str, object]:
        return {**super().context(), "phase": self.phase}


class Working(EventView):
    tag = "Standings"

    @endpoint(
        "explain_standing", "A player's tie-breaks, each by its numbers.", query=AfterQuery, gives=WorkingOut
    )
    def get(self, request: Request, number: int, query: dict[str, Any]) -> dict[str, object]:
        table = standings(self.event, query.get("after_round"))
        line, after = line_of(table, number), table.after_round
        chain = chain_of(self.event)
        return {
            "after_round": after,
            "number": line.number,
            "tiebreaks": [
                explained_out(spec, TIEBREAKS[spec.code], found)
                for spec, found in explained(self.event, number, after)
                if spec in chain
            ],
        }

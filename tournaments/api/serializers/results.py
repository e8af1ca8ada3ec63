"""Results as they are sent: a word at a table of two, four raw scores at a table of four; and what they change."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.model.types import FOUR
from tournaments.api.fields import Hundredths, Reason, Strict, Whole, Word
from tournaments.api.mirrored import Mirror
from tournaments.models import Result
from tournaments.results.services.tables_of_four import MOST_PENALTY, MOST_RAW, MOST_STICKS, Entry
from tournaments.standings.selectors.standings import Impact, RankChange

FOUR_ONLY = ("scores", "penalties", "sticks")
_NUMBER = r"-?[0-9]{1,7}(?:\.[0-9]{1,2})?"
_NUMBERS = re.compile(f"{_NUMBER}(?:,{_NUMBER}){{{FOUR - 1}}}")


class Games(serializers.ListField):
    """Games of one match of two."""

    child = Whole(min_value=0, max_value=99)

    def __init__(self) -> None:
        text = "Won, lost[, drawn] games of seat 0."
        super().__init__(required=False, allow_null=True, min_length=2, max_length=3, help_text=text)


class Scores(serializers.ListField):
    child = Whole(min_value=-MOST_RAW, max_value=MOST_RAW)

    def __init__(self, **options: Any) -> None:
        text = "Raw points of East, South, West, North."
        super().__init__(min_length=FOUR, max_length=FOUR, help_text=text, **options)


class Penalties(serializers.ListField):
    child = Hundredths(most=MOST_PENALTY // 100)

    def __init__(self, **options: Any) -> None:
        text = "Final points in the order of the seats, such as [0, 0, -20, 0]."
        super().__init__(min_length=FOUR, max_length=FOUR, help_text=text, **options)


class SeenScores(Strict):
    scores = Scores()
    penalties = Penalties(required=False)


_SEEN_NUMBERS = {"type": "array", "items": {"type": "number"}, "minItems": FOUR, "maxItems": FOUR}


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": Result.values},
            {
                "type": "object",
                "properties": {"scores": _SEEN_NUMBERS, "penalties": _SEEN_NUMBERS},
                "required": ["scores"],
                "additionalProperties": False,
            },
            {"type": "null"},
        ]
    }
)
class Seen(serializers.Field[object, object, object, object]):
    """What the client saw at the table: a result; at a table of four the scores, with penalties if there were any."""

    def to_internal_value(self, data: object) -> object:
        if not isinstance(data, dict):
            return Word(Result.choices).run_validation(data)
        seen = SeenScores(data=data)
        seen.is_valid(raise_exception=True)
        return seen.validated_data["scores"], seen.validated_data.get("penalties", [0] * FOUR)


class Entered(Strict):
    """What one table ended like: `result` of two players, or `scores` of four."""

    result = Word(Result.choices, required=False)
    games = Games()
    scores = Scores(required=False)
    penalties = Penalties(required=False)
    sticks = Whole(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_STICKS,
        help_text="Riichi sticks left on the table; left out: as many as the sum of the scores says.",
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if "result" not in attrs and "scores" not in attrs:
            text = str(_("Give a result; at a table of four, four scores."))
            raise serializers.ValidationError({"result": [serializers.ErrorDetail(text, "required")]})
        wrong = [name for name in (FOUR_ONLY if "result" in attrs else ("games",)) if name in attrs]
        if wrong:
            other = _("This does not go with the result of such a table.")
            raise serializers.ValidationError({name: [other] for name in wrong})
        return attrs


def entry_of(data: Mapping[str, Any]) -> Entry:
    """The scores in checked data, as the services take them."""
    return Entry(data["scores"], data.get("penalties"), data.get("sticks"))


class ResultIn(Entered):
    note = Reason(max_length=500, help_text="At a table of four: goes into the log.")
    expected = Seen(
        required=False,
        allow_null=True,
        help_text="What you see now (null: nothing). Refused with 409 if somebody has entered something else since.",
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if "result" in attrs and "note" in attrs:
            raise serializers.ValidationError(
                {"note": [_("Notes go with scores; a correction has one too.")]}
            )
        return super().validate(attrs)


class ClearQuery(Strict):
    expected = serializers.ChoiceField(
        Result.choices,
        required=False,
        help_text="At a table of two: refused with 409 if this is not the result any more.",
    )


class TableResult(Entered):
    table = Whole(min_value=1, max_value=999_999_999)


class ResultsIn(Strict):
    """Results of many tables: all are entered, or none."""

    results: serializers.ListSerializer[object] = serializers.ListSerializer(
        child=TableResult(), allow_empty=False, max_length=10_000
    )

    def validate_results(self, rows: list[dict[str, Any]]) -> dict[int, dict[str, object]]:
        by_table = {row["table"]: row for row in rows}
        if len(by_table) != len(rows):
            raise serializers.ValidationError(_("A table appears twice in the list."))
        if len({"scores" in row for row in rows}) > 1:
            raise serializers.ValidationError(_("The tables of one event have two seats, or four."))
        return by_table


@extend_schema_field({"type": "string", "pattern": f"^{_NUMBERS.pattern}$"})
class Listed(serializers.Field[object, object, object, object]):
    """Four numbers in an address, with commas between them."""

    default_error_messages = {"invalid": _("Give four numbers with commas between them.")}

    def __init__(self, of: serializers.ListField, help_text: str) -> None:
        super().__init__(required=False, help_text=help_text)
        self.of = of

    def to_internal_value(self, data: object) -> object:
        if not _NUMBERS.fullmatch(str(data)):
            self.fail("invalid")
        return self.of.run_validation([float(n) if "." in n else int(n) for n in str(data).split(",")])


class CorrectionQuery(Strict):
    result = serializers.ChoiceField(Result.choices, required=False)
    scores = Listed(Scores(), "At a table of four: `42300,31200,28000,18500`.")
    penalties = Listed(Penalties(), "In final points: `0,0,-20,0`; left out: as they are.")
    sticks = serializers.IntegerField(required=False, min_value=0, max_value=MOST_STICKS)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        return Entered().validate(attrs)


class CorrectionIn(Entered):
    note = Reason(max_length=500, help_text="Why; it goes into the log.")


class PenaltyIn(Strict):
    player = Whole(min_value=1, max_value=999_999_999, help_text="The number of a player at the table.")
    points = Hundredths(
        most=MOST_PENALTY // 100,
        help_text="All penalties of this player at this table in final points (-20); 0 takes them away.",
    )
    note = Reason(needed=True, max_length=500, help_text="What for; it goes into the log.")


class RankChangeOut(
    Mirror, of=RankChange, shows="number name rank_before rank_after points_before points_after"
):
    pass


class ImpactOut(
    Mirror,
    of=Impact,
    shows=(
        "round_number table result_before result_after scores_before scores_after "
        "penalties_before penalties_after changes later_rounds"
    ),
    penalties_before="Empty at a table of two.",
    penalties_after="Empty at a table of two.",
):
    """What another result changes: places in the standings, and rounds that were paired on the old one."""

    result_before = serializers.ChoiceField(Result.choices, allow_null=True)
    result_after = serializers.ChoiceField(Result.choices, allow_null=True)

"""Filters of the desk's pages: what a line of the log says of a result, and plurals of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from tournaments.models import Result
from tournaments.templatetags.pairwright import raw_points, score

register = template.Library()
NOTHING = "–"


@register.filter
def result_text(facts: Mapping[str, Any] | None) -> str:
    """The result that a line of the log has before or after, a dash for none: `1-0`, `½-½`, or four scores.

    "" where the line is not about a result.
    """
    if not facts:
        return ""
    if "scores" in facts:
        return _scores(facts["scores"], facts.get("penalties") or ())
    if "result" in facts:
        return str(Result(facts["result"]).label) if facts["result"] else NOTHING
    return ""


def _scores(scores: Sequence[int] | None, penalties: Sequence[int]) -> str:
    if not scores:
        return NOTHING
    given = [*penalties, *[0] * (len(scores) - len(penalties))]
    each = [
        raw_points(raw) + (f" ({score(penalty)})" if penalty else "")
        for raw, penalty in zip(scores, given, strict=True)
    ]
    return " · ".join(each)


@register.filter
def for_plural(hundredths: int) -> int:
    """Points for choosing a plural: one point, but 0, 1.5 or 2 points."""
    return 1 if hundredths == 100 else 2

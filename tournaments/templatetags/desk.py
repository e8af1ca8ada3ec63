"""Filters of the desk's pages: what a line of the log says of results, and plurals of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from tournaments.models import LogEntry, Result
from tournaments.templatetags.pairwright import raw_points, score

register = template.Library()
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One table in a line of the log; `before` is "" where the line does not say it."""

    table: int
    before: str
    after: str


@register.filter
def result_changes(line: LogEntry) -> list[ResultChange]:
    """What a line of the log says of results, table by table; nothing where it is about something else."""
    before, after = line.before or {}, line.after or {}
    olds = {facts["table"]: facts for facts in _tables(before)}
    news = {facts["table"]: facts for facts in _tables(after)} or olds
    return [
        ResultChange(
            table,
            _text(olds[table]) if table in olds and facts is not olds[table] else "",
            _text(facts),
        )
        for table, facts in news.items()
    ]


def _tables(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tables with a result: a line is about one of them, or lists several."""
    listed = facts.get("results") or ([facts] if facts.get("table") else [])
    return [table for table in listed if "result" in table or "scores" in table]


def _text(facts: Mapping[str, Any]) -> str:
    """A result in short, a dash for none: `1-0`, `½-½`, or four scores with their penalties."""
    if "scores" in facts:
        return _scores(facts["scores"], facts.get("penalties") or ())
    return str(Result(facts["result"]).label) if facts["result"] else NOTHING


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

"""What the page of the second pass is made of: tables without results, the question where two differ, its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.desk.rounds.entries import COMMON, Entry, entry_texts
from tournaments.desk.rounds.score_entries import ScoreEntry, for_script, score_entry
from tournaments.forms.result_choices import choices
from tournaments.forms.scores import Scores
from tournaments.models import Match, Tournament
from tournaments.names.namesakes import names_at
from tournaments.players.selectors.tables_of_four import is_of_four
from tournaments.results.selectors.verification import Keyed, Progress
from tournaments.results.services.results import check_result
from tournaments.rounds.selectors.rounds import TableRow
from tournaments.snapshots import mahjong_of
from tournaments.steps.refusals import ServiceError
from tournaments.templatetags.pairwright import raw_points


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the page; `mine`: whoever looks at it has entered its result."""

    entry: Entry | ScoreEntry
    mine: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A table somebody came back to without a script: all results to choose from, or two that differ."""

    match: Match
    names: str
    first: str
    first_text: str
    second: str
    second_text: str
    keyed: Keyed


def verify_entries(
    tournament: Tournament, found: Progress, rows: Mapping[int, TableRow], user: User
) -> dict[str, Any]:
    """The tables that wait, in order, and what the scripts of their boxes need. `rows` are blank tables by match."""
    waiting = [(rows[w.match_id], w.first.by is not None and w.first.by.pk == user.pk) for w in found.waiting]
    if is_of_four(tournament):
        scoring = mahjong_of(tournament)
        four = [Row(score_entry(scoring, row), mine) for row, mine in waiting]
        return {**for_script(scoring), "rows": four}
    common = tuple(choices()[:COMMON])
    return {"rows": [Row(Entry(row, common, None), mine) for row, mine in waiting], "choices": choices()}


def question(tournament: Tournament, match: Match, stored: str, second: str) -> Question | None:
    """The question about a table; without a readable `second` only where one of all results is to be chosen."""
    four = is_of_four(tournament)
    try:
        second_text = in_words(second, four) if second else ""
    except ServiceError:
        return None
    if four and not second:
        return None
    keyed = Keyed(match.entered_by, match.entered_at)
    told = in_words(stored, four) if second else ""
    return Question(
        match, names_at(tournament, match), stored if second else "", told, second, second_text, keyed
    )


def in_words(text: str, four: bool) -> str:
    """A result as people read it. Errors: ServiceError where it is none."""
    if four:
        return " · ".join(raw_points(score) for score in Scores.from_text(text).raw)
    check_result(text, None)
    return next(f"{choice.short} ({choice.long})" for choice in choices() if choice.value == text)


def verify_texts(tournament: Tournament) -> dict[str, Any]:
    """What the script of the page says."""
    four = for_script(mahjong_of(tournament))["texts"] if is_of_four(tournament) else entry_texts()
    return four | {
        "saving": _("comparing …"),
        "saved": _("verified"),
        "waiting": _("not compared yet – trying again"),
        "refused": _("not verified"),
        "conflict": _("differs from the first pass"),
        "other": _("verified at another desk"),
        "cleared": _("no result"),
        "first": _("first pass"),
        "second": _("keyed now"),
    }

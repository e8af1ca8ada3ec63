"""The page of a round, which depends on where the round stands: draft, being played, completed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from pairing.model.types import FOUR, TWO, TableKind
from tournaments.desk.base import (
    DeskRequest,
    page,
    sheet_or_404,
)
from tournaments.desk.entries import entry_context
from tournaments.desk.reported import report_context
from tournaments.desk.review import review_of
from tournaments.desk.score_entries import score_context
from tournaments.desk.stored import pairing_key
from tournaments.events.selectors.ahead import PLAYED_NOW, assumed_tables, round_ahead
from tournaments.events.selectors.events import visible_rounds
from tournaments.events.selectors.phases import rounds_lacking
from tournaments.forms.scores import ScoresForm
from tournaments.models import RoundState, Tournament
from tournaments.rounds.selectors.rounds import RoundSheet
from tournaments.rounds.selectors.so_far import so_far
from tournaments.snapshots import seats_at_table

PAGES = {
    RoundState.DRAFT: "rounds/desk/round_draft.html",
    RoundState.COMPLETED: "rounds/desk/round_completed.html",
}


def round_page(
    request: DeskRequest, tournament: Tournament, number: int, typed: Mapping[int, ScoresForm] | None = None
) -> HttpResponse:
    """The page of a round; `typed` are scores that could not be saved, by table."""
    sheet = sheet_or_404(tournament, number)
    template = PAGES.get(RoundState(sheet.state)) or _PLAYED[seats_at_table(tournament)].template
    more = _more(tournament, sheet, typed or {})
    more["rounds"] = rounds_ = list(visible_rounds(tournament, request.user))
    if sheet.assumed_round:
        more["assumed"] = assumed_tables(next(r for r in rounds_ if r.number == number))
    if sheet.state in PLAYED_NOW:
        more["pairing"] = pairing_key((row.table, row.match_id) for row in sheet.tables)
        more["ahead"] = round_ahead(tournament, rounds_)
        more["played_now"] = [r for r in rounds_ if r.state in PLAYED_NOW]
    return page(request, tournament, template, "rounds", sheet=sheet, **more)


def _more(tournament: Tournament, sheet: RoundSheet, typed: Mapping[int, ScoresForm]) -> dict[str, Any]:
    """What the page shows besides the sheet."""
    if sheet.is_draft:
        lacking = rounds_lacking(tournament) if sheet.number == tournament.rounds_planned else 0
        return {"review": review_of(sheet, so_far(tournament)), "lacking": lacking}
    if sheet.is_completed:
        return {}
    return _PLAYED[seats_at_table(tournament)].context(tournament, sheet, typed)


@dataclass(frozen=True, slots=True)
class Played:
    """The page of a round being played at tables of one kind, and what it shows besides the sheet."""

    template: str
    context: Callable[[Tournament, RoundSheet, Mapping[int, ScoresForm]], dict[str, Any]]


def _results(tournament: Tournament, sheet: RoundSheet, _typed: object) -> dict[str, Any]:
    return entry_context(tournament, sheet) | report_context(tournament, sheet.number)


_PLAYED: Mapping[TableKind, Played] = {
    TWO: Played("results/desk/round_results.html", _results),
    FOUR: Played("results/desk/round_scores.html", score_context),
}

"""The page of a round, which depends on where the round stands: draft, being played, completed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from pairing.model.types import FOUR, TWO, TableKind
from tournaments.desk.base import DeskRequest, page, sheet_or_404
from tournaments.desk.entries import result_entries, score_entries
from tournaments.desk.reported import Reported, reports_of_round
from tournaments.desk.review import Review, review_of
from tournaments.desk.stored import pairing_key
from tournaments.events.selectors.ahead import Ahead, AssumedTable, assumed_tables
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.phases import rounds_lacking
from tournaments.forms.scores import ScoresForm
from tournaments.models import Round, Tournament
from tournaments.rounds.selectors.rounds import RoundSheet
from tournaments.rounds.selectors.so_far import so_far
from tournaments.snapshots import seats_at_table
from tournaments.web.contexts import Part


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round; what it was paired on instead of the results of the round before, if it was."""

    sheet: RoundSheet
    assumed: tuple[AssumedTable, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is worth a look before everybody sees it; `lacking` rounds are to be planned besides (0: none)."""

    review: Review
    lacking: int


@dataclass(frozen=True, slots=True)
class BeingPlayed:
    """How far a round is, what players say of it, and the rounds beside it."""

    entered: int
    reports: dict[int, Reported]
    pairing: str
    ahead: Ahead | None
    played_now: list[Round]


@dataclass(frozen=True, slots=True)
class Tables:
    """How the tables of one kind are shown while they are played; `typed` are scores that could not be saved."""

    template: str
    entries: Callable[[Tournament, RoundSheet, Mapping[int, ScoresForm]], tuple[Part, ...]]


_TABLES: Mapping[TableKind, Tables] = {
    TWO: Tables("results/desk/round_results.html", result_entries),
    FOUR: Tables("results/desk/round_scores.html", score_entries),
}


def round_page(
    request: DeskRequest, tournament: Tournament, number: int, typed: Mapping[int, ScoresForm] | None = None
) -> HttpResponse:
    """The page of a round; `typed` are scores that could not be saved, by table."""
    sheet, now = sheet_or_404(tournament, number), request.now
    assumed = assumed_tables(now.rounds[number - 1]) if sheet.assumed_round else ()
    shown = RoundPage(sheet, assumed)
    if sheet.is_draft:
        return page(request, tournament, "rounds/desk/round_draft.html", "rounds", shown, _draft(now, sheet))
    if sheet.is_completed or tournament.follows:
        return page(request, tournament, "rounds/desk/round_completed.html", "rounds", shown)
    tables = _TABLES[seats_at_table(tournament)]
    entries = tables.entries(tournament, sheet, typed or {})
    return page(request, tournament, tables.template, "rounds", shown, _being_played(now, sheet), *entries)


def _draft(now: EventNow, sheet: RoundSheet) -> Draft:
    is_last = sheet.number == now.event.rounds_planned
    return Draft(review_of(sheet, so_far(now.event)), rounds_lacking(now.event) if is_last else 0)


def _being_played(now: EventNow, sheet: RoundSheet) -> BeingPlayed:
    return BeingPlayed(
        entered=sum(not row.is_missing for row in sheet.tables),
        reports=reports_of_round(now, sheet.number),
        pairing=pairing_key((row.table, row.match_id) for row in sheet.tables),
        ahead=now.ahead,
        played_now=now.played,
    )

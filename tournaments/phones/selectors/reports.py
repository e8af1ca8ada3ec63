"""Scores and results that players entered at their tables and that do not count yet."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from pairing.model.scoring.mahjong import score_table
from pairing.model.types import FOUR, RESULTS, Hundredths, Outcome
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import UNDECIDED, ClaimState, Match, Round, ScoreClaim, Tournament
from tournaments.names.namesakes import name_of
from tournaments.snapshots import mahjong_of, seats_at_table

_SEATED = "match__seats__player"
_WON = (Outcome.WIN, Outcome.FORFEIT_WIN)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One report as the staff see it. At tables of four `scores` are raw points in the order of the seats, `points`
    (hundredths) and `places` what they would give without penalties; a match of two has `result` and perhaps `games`.
    `who` and `winner` ("" where nobody won) are full names for sentences.
    """

    pk: int
    match_id: int
    round_number: int
    table: int
    state: str
    scores: tuple[int, ...]
    sticks: int
    points: tuple[Hundredths, ...]
    places: tuple[int, ...]
    number: int
    name: str
    who: str
    note: str
    created_at: datetime
    result: str | None = None
    games: tuple[int, ...] | None = None
    winner: str = ""

    @property
    def is_disputed(self) -> bool:
        return self.state == ClaimState.DISPUTED


def report_of(match: Match) -> ScoreClaim | None:
    """What was entered at a table last and is not decided: it waits, or somebody at the table disputes it."""
    return _open(ScoreClaim.objects.filter(match=match)).first()


def is_decided_by_desk(match: int) -> bool:
    """Whether the desk has settled all that players had reported of a match, by its primary key: it took a report,
    declined it, or entered the result itself.
    """
    settled = ScoreClaim.objects.filter(match=match).exclude(state=ClaimState.WITHDRAWN)
    rows = list(settled.values_list("state", "confirmed_by"))
    return bool(rows) and not any(state in UNDECIDED or confirmed_by for state, confirmed_by in rows)


def open_reports(tournament: Tournament, round_: Round | None = None) -> tuple[ReportRow, ...]:
    """The reports the staff may accept or refuse, by round and table; in one query.

    At a table of four the last one; of a match of two the last one of each player who has said something.
    """
    tables = Match.objects.filter(round__tournament=tournament)
    if round_ is not None:
        tables = tables.filter(round=round_)
    reports = ScoreClaim.objects.filter(match__in=unplayed(tables).values("pk"))
    is_four = seats_at_table(tournament) == FOUR
    latest: dict[tuple[int, ...], ScoreClaim] = {}
    for report in _open(reports).select_related("match__round").prefetch_related(_SEATED):
        by_whom = () if is_four else (report.entered_by_id,)
        latest.setdefault((report.match_id, *by_whom), report)
    rows = [_row(tournament, report) for report in latest.values()]
    return tuple(sorted(rows, key=lambda row: (row.round_number, row.table, row.pk)))


def _row(tournament: Tournament, report: ScoreClaim) -> ReportRow:
    scored = score_table(mahjong_of(tournament), report.scores) if report.result is None else None
    return ReportRow(
        report.pk,
        report.match_id,
        report.match.round.number,
        report.match.table,
        report.state,
        tuple(report.scores),
        report.sticks,
        scored.points if scored else (),
        scored.places if scored else (),
        report.entered_by.number,
        report.entered_by.name,
        name_of(tournament, report.entered_by),
        report.note,
        report.created_at,
        report.result,
        tuple(report.games) if report.games else None,
        _winner(tournament, report),
    )


def _winner(tournament: Tournament, report: ScoreClaim) -> str:
    """The full name of who won by this report; "" where nobody did, and at tables of four."""
    outcomes = RESULTS[report.result] if report.result else ()
    won = [position for position, outcome in enumerate(outcomes) if outcome in _WON]
    seats = {seat.position: seat.player for seat in report.match.seats.all()}
    return name_of(tournament, seats[won[0]]) if won else ""


def _open(reports: QuerySet[ScoreClaim]) -> QuerySet[ScoreClaim]:
    return reports.filter(state__in=UNDECIDED).select_related("entered_by", "confirmed_by").order_by("-id")

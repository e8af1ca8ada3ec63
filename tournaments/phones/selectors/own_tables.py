"""The tables of two and of four of one player in rounds that are not over, and what has become of their results."""

from dataclasses import dataclass, replace
from enum import StrEnum

from pairing.model.scoring.mahjong import STICK, score_table
from pairing.model.types import FOUR, RESULTS, TWO
from tournaments.models import UNDECIDED, ClaimState, Match, Player, Result, ScoreClaim, Tournament
from tournaments.phones.selectors.reports import report_of
from tournaments.rounds.selectors.rounds import SeatRow
from tournaments.snapshots import mahjong_of
from tournaments.whereabouts.selectors import whereabouts
from tournaments.whereabouts.selectors.tables_played import Played, played_by

# How a result is told from each of the two seats.
WORDS = {
    Result.FIRST_WINS.value: ("win", "loss"),
    Result.DRAW.value: ("draw", "draw"),
    Result.SECOND_WINS.value: ("loss", "win"),
}


class TableState(StrEnum):
    """What has become of the result of a table, for one of its players."""

    NONE = "none"
    MINE = "mine"
    THEIRS = "theirs"
    DISPUTED = "disputed"
    AGREED = "agreed"
    COUNTED = "counted"


TABLE_STATES = tuple(state.value for state in TableState)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table somebody sits at in a round that is not over."""

    match_id: int
    round_number: int
    table: int
    state: TableState

    @property
    def may_report(self) -> bool:
        """Whether the reader may say how it ended, rather than answer or wait."""
        return self.state in (TableState.NONE, TableState.DISPUTED)


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """What somebody has reported: how it ended for the reader (`win`, `draw`, `loss`), and the reader's games."""

    report: ScoreClaim
    outcome: str
    games: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class MyMatch(OwnTable):
    """A match of two; `outcome` is how it ended once that counts.

    `mine` and `theirs` are the reports nobody has decided.
    """

    me: SeatRow
    other: SeatRow
    mine: ReportedResult | None = None
    theirs: ReportedResult | None = None
    result: str | None = None
    outcome: str = ""

    @property
    def report(self) -> ScoreClaim | None:
        """What is to be answered, or else can be taken back."""
        said = self.theirs or self.mine
        return said.report if said else None


@dataclass(frozen=True, slots=True)
class MyTable(OwnTable):
    """A table of four in the round being played.

    `rows` are the four seats; they have scores once somebody has entered some, counted or not. `report` is what was
    entered and is not decided yet.
    """

    rows: tuple[SeatRow, ...]
    sticks: int = 0
    report: ScoreClaim | None = None


def my_matches(tournament: Tournament, number: int) -> tuple[MyMatch, ...]:
    """The matches of two of this player in rounds that are not over; two where a round is paired ahead."""
    return tuple(
        my_match(played, number) for played in played_by(tournament, number) if len(played.places) == TWO
    )


def my_match(played: Played, number: int, *, has_reports: bool = True) -> MyMatch:
    """A match of two as one of its players sees it. Not `has_reports`: nobody has reported anything, as is known."""
    rows = [place.seat for place in played.places if place.seat is not None]
    me = next(row for row in rows if row.number == number)
    other = next(row for row in rows if row.number != number)
    where = (played.match_id, played.round_number, played.table)
    if not played.is_missing:
        result = played.places[0].result or ""
        outcome = RESULTS[result][me.position].value if result in RESULTS else ""
        return MyMatch(*where, TableState.COUNTED, me, other, result=result, outcome=outcome)
    said = reports_at(Match(pk=played.match_id), number) if has_reports else (None, None)
    mine, theirs = (_told(report, me.position) for report in said)
    return MyMatch(*where, _state(mine, theirs), me, other, mine, theirs)


def reports_at(match: Match, number: int) -> tuple[ScoreClaim | None, ScoreClaim | None]:
    """What this player and the other side have reported last of a match, unless somebody has decided it."""
    mine = theirs = None
    reports = ScoreClaim.objects.filter(match=match, state__in=UNDECIDED).select_related("entered_by")
    for report in reports.order_by("id"):
        if report.entered_by.number == number:
            mine = report
        else:
            theirs = report
    return mine, theirs


def _told(report: ScoreClaim | None, position: int) -> ReportedResult | None:
    if report is None:
        return None
    games = tuple(report.games) if report.games else None
    if games and position:
        games = (games[1], games[0], *games[2:])
    return ReportedResult(report, WORDS[report.result or ""][position], games)


def _state(mine: ReportedResult | None, theirs: ReportedResult | None) -> TableState:
    said = [item for item in (mine, theirs) if item is not None]
    if not said:
        return TableState.NONE
    if any(item.report.state == ClaimState.DISPUTED for item in said):
        return TableState.DISPUTED
    if any(item.report.confirmed_by_id for item in said):
        return TableState.AGREED
    return TableState.MINE if theirs is None else TableState.THEIRS


def my_table(tournament: Tournament, player: Player) -> MyTable | None:
    """The table of four of this player in the round being played, with what became of its result."""
    now = whereabouts.places(tournament)
    place = now.by_number[player.number]
    if now.current is None or now.current.is_completed or place.seats != FOUR or place.match_id is None:
        return None
    where = (place.match_id, place.round_number, place.table or 0)
    rows, scoring = place.table_rows, mahjong_of(tournament)
    if not place.is_missing:
        return MyTable(*where, TableState.COUNTED, rows, _sticks_left(scoring.start, rows))
    report = report_of(Match(pk=place.match_id))
    if report is None:
        return MyTable(*where, TableState.NONE, rows)
    scored = score_table(scoring, report.scores, [row.penalty for row in rows])
    reported = tuple(
        replace(row, raw=raw, points=points, place=at)
        for row, raw, points, at in zip(rows, report.scores, scored.points, scored.places, strict=True)
    )
    state = TableState.MINE if report.entered_by_id == player.pk else TableState.THEIRS
    if report.state == ClaimState.DISPUTED:
        state = TableState.DISPUTED
    return MyTable(*where, state, reported, report.sticks, report)


def _sticks_left(start: int, rows: tuple[SeatRow, ...]) -> int:
    return (FOUR * start - sum(row.raw or 0 for row in rows)) // STICK

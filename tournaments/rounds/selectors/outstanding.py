"""Tables of a round that have no result yet, what is known of them, and when the round may be over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import (
    UNDECIDED,
    CallState,
    ClaimState,
    JudgeCall,
    Match,
    Round,
    RoundState,
    ScoreClaim,
    Seat,
    Tournament,
)
from tournaments.names.namesakes import full_name, of_event
from tournaments.rounds.selectors.appointments import is_past, today_in
from tournaments.rounds.selectors.clocks import Clock, Extra, clock_of
from tournaments.rounds.selectors.round_end import Estimate, Open, Why, estimate

# A result entered later was corrected, or the clock of the server was set: no table takes that long.
# What is entered sooner was played before its round was published.
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table without a result. `due`: when its time is over, while the clock runs. `asked_at`: when somebody said
    that it is playing; other tables play because the clock has started. `overdue`: the day it was agreed or planned for
    is over.
    """

    match_id: int
    table: int
    names: tuple[str, ...]
    extra: Extra | None = None
    playing_since: datetime | None = None
    asked_at: datetime | None = None
    call: str = ""
    report: str = ""
    fixed: tuple[str, ...] = ()
    due: datetime | None = None
    agreed_for: datetime | None = None
    postponed: bool = False
    postponed_why: str = ""
    overdue: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether there is a reason to look at this table first."""
        return bool(self.extra or self.call or self.report == ClaimState.DISPUTED)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What is missing of a round. `ends` are the earliest, middle and latest end; else `unknown` says why."""

    round_number: int
    tables: tuple[OpenTable, ...]
    total: int
    clock: Clock | None
    since: datetime | None
    ends: tuple[datetime, datetime, datetime] | None = None
    unknown: str = ""

    @property
    def delaying(self) -> tuple[OpenTable, ...]:
        """The tables that may keep everybody waiting longest: called, disputed or with extra time."""
        return tuple(table for table in self.tables if table.is_marked)

    @property
    def last_due(self) -> datetime | None:
        """When the time of the last open table is over."""
        return max((table.due for table in self.tables if table.due), default=None)


def outstanding(round_: Round, now: datetime) -> Outstanding:
    """The open tables of a round in order, in a fixed number of queries."""
    tournament = round_.tournament
    clock = clock_of(round_)
    starts = starts_of(tournament)
    matches = list(unplayed(Match.objects.filter(round=round_)).select_related("round").order_by("table"))
    today = today_in(tournament)
    seats = _seats(round_)
    calls, reports = _calls(round_), _reports(round_)
    tables = tuple(
        OpenTable(
            match.pk,
            match.table,
            tuple(name for name, _fixed in seats.get(match.pk, ())),
            _extra(match),
            match.playing_since,
            _asked_at(match, starts.get(round_.number)),
            calls.get(match.table, ""),
            reports.get(match.pk, ""),
            tuple(name for name, fixed in seats.get(match.pk, ()) if fixed == match.table),
            _due(clock, match),
            match.agreed_for,
            match.postponed,
            match.postponed_why,
            is_past(tournament, match, today),
        )
        for match in matches
    )
    ends, unknown = _ends(round_, tables, starts, now)
    return Outstanding(
        round_.number,
        tables,
        Match.objects.filter(round=round_).count(),
        clock,
        starts.get(round_.number),
        ends,
        unknown,
    )


def starts_of(tournament: Tournament) -> dict[int, datetime]:
    """When the rounds began, by number: with their clock where there was one, else when they were published."""
    rounds = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    rows = rounds.values_list("number", "published_at", "started_at")
    return {
        number: max(published, started or published)
        for number, published, started in rows
        if published is not None
    }


def durations(tournament: Tournament, starts: Mapping[int, datetime]) -> dict[int, list[float]]:
    """How many seconds the tables of each round took that were really played, by round."""
    found: dict[int, list[float]] = {}
    rows = Match.objects.filter(round__tournament=tournament, entered_at__isnull=False)
    rows = rows.exclude(result__in=("+--", "--+", "---")).exclude(round__state=RoundState.DRAFT)
    columns = ("round__number", "entered_at", "round__completed_at")
    for number, entered, completed in rows.values_list(*columns):
        start = starts.get(number)
        if start is None or entered is None or (completed is not None and entered > completed):
            continue  # corrected afterwards: nobody knows any more when the table was over
        if SHORTEST <= entered - start <= LONGEST:
            found.setdefault(number, []).append((entered - start).total_seconds())
    return found


def _ends(
    round_: Round, tables: Iterable[OpenTable], starts: Mapping[int, datetime], now: datetime
) -> tuple[tuple[datetime, datetime, datetime] | None, str]:
    start = starts.get(round_.number)
    if start is None:
        return None, Why.TOO_EARLY
    took = durations(round_.tournament, starts)
    before = [seconds for number, all_ in took.items() if number < round_.number for seconds in all_]
    elapsed = (now - start).total_seconds()
    still = [Open(elapsed, table.extra.seconds if table.extra else 0.0) for table in tables]
    if not still:
        return None, ""
    found = estimate(before, took.get(round_.number, []), still)
    if isinstance(found, Estimate):
        earliest, middle, latest = (
            max(start + timedelta(seconds=seconds), now)
            for seconds in (found.earliest, found.middle, found.latest)
        )
        return (earliest, middle, latest), ""
    return None, found


def _seats(round_: Round) -> dict[int, list[tuple[str, int | None]]]:
    found: dict[int, list[tuple[str, int | None]]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match_id", "position")
    columns = ("match_id", "player__number", "player__name", "player__fixed_table")
    apart = of_event(round_.tournament)
    for match, number, name, fixed in rows.values_list(*columns):
        found.setdefault(match, []).append((full_name(name, apart.get(number)), fixed))
    return found


def _calls(round_: Round) -> dict[int, str]:
    rows = JudgeCall.objects.filter(
        tournament=round_.tournament,
        round_number=round_.number,
        state__in=(CallState.OPEN, CallState.TAKEN),
    )
    return dict(rows.values_list("table", "state"))


def _reports(round_: Round) -> dict[int, str]:
    """The latest word of the players of each table that does not count yet: waiting, or disputed."""
    rows = ScoreClaim.objects.filter(match__round=round_).order_by("pk")
    latest = dict(rows.values_list("match_id", "state"))
    return {match: state for match, state in latest.items() if state in UNDECIDED}


def _extra(match: Match) -> Extra | None:
    return Extra(match.table, match.extra_seconds, match.extra_why) if match.extra_seconds else None


def _asked_at(match: Match, begun: datetime | None) -> datetime | None:
    """The start of the clock marks every table."""
    since = match.playing_since
    return None if since is None or (begun is not None and since <= begun) else since


def _due(clock: Clock | None, match: Match) -> datetime | None:
    if clock is None or clock.ends_at is None:
        return None
    return clock.ends_at + timedelta(seconds=match.extra_seconds)

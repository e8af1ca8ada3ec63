"""Which tables have sat down: marked at the desk or from a runner's phone, so that a repair leaves them alone.

The start of the clock marks them as well (`starting`); somebody who has asked at a table says more than that.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import Action, Match, Round, RoundState, Tournament
from tournaments.rounds.refusals import refuse
from tournaments.rounds.selectors.clocks import by_clock_alone, started_at
from tournaments.rounds.services.entry import begin, numbers_at, open_round, tables_by_number
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching

# A draft is nobody's to play yet; a completed round has nothing left to mark.
MARKED_STATES = (RoundState.PUBLISHED.value, RoundState.IN_PROGRESS.value)


def mark_playing(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    tables: Iterable[int] | None,
    playing: bool = True,
) -> int:
    """Mark tables as already playing (or take it back); None means all of them. Returns how many changed.

    A table with a result is over and is left as it is. Errors: `no_such_table` (params: table), `wrong_state`,
    `empty_list`.
    """
    wanted = None if tables is None else sorted(set(tables))
    if wanted == []:
        raise refuse.empty_list()
    with changing(tournament, touches=(), later=("matches",)):
        open_round(round_, MARKED_STATES, tournament if playing else None)
        rows = tables_by_number(tournament, round_, wanted or [])
        chosen = [row for number, row in rows.items() if wanted is None or number in wanted]
        started = started_at(round_)
        news = {row.table: row.pk for row in chosen if _is_news(row, started, playing=playing)}
        changed = sorted(news)
        if not changed:
            raise Unchanged
        touching(tournament.pk, matches=news.values())
        Match.objects.filter(round=round_, table__in=changed).update(
            playing_since=timezone.now() if playing else None
        )
        log_marks(tournament, actor, round_, changed, playing=playing)
    return len(changed)


def _is_news(row: Match, started: datetime | None, *, playing: bool) -> bool:
    """Whether the mark changes a table. That it plays is news where only the clock, `started` then, has said so."""
    if row.playing_since is None:
        return playing
    return not playing or (started is not None and row.playing_since <= started)


# What the clock means for the round: when it starts, the round has begun and every open table is playing.
#
# Both functions join the change of the clock they are called in. Clocks are no part of the state that is
# undone, so the line of the clock is followed by one of the round: that one is the step.
def clock_started(*, tournament: Tournament, actor: User | None, round_: Round, at: datetime) -> None:
    """The players have been told to begin: a repair leaves their tables alone from now on."""
    Round.objects.filter(pk=round_.pk).update(started_at=at)
    tables = _mark(round_, at)
    state = Round.objects.filter(pk=round_.pk).values_list("state", flat=True).get()
    if state == RoundState.PUBLISHED:
        begin(round_, state)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.ROUND_STARTED,
            round_number=round_.number,
            before={"state": state},
            after={"state": round_.state, **_facts(round_, tables, playing=True)},
        )
    elif tables:
        log_marks(tournament, actor, round_, tables, playing=True)


def clock_put_back(*, tournament: Tournament, actor: User | None, round_: Round) -> None:
    """The time has not begun after all: tables that nothing else has marked are not marked any more."""
    rows = Match.objects.filter(by_clock_alone(round_))
    tables = sorted(unplayed(rows).values_list("table", flat=True))
    if tables:
        rows = Match.objects.filter(round=round_, table__in=tables)
        touching(tournament.pk, matches=rows.values_list("pk", flat=True))
        rows.update(playing_since=None)
        log_marks(tournament, actor, round_, tables, playing=False)


def _mark(round_: Round, at: datetime) -> list[int]:
    """Mark the open tables that are not marked yet."""
    rows = unplayed(Match.objects.filter(round=round_, playing_since=None))
    tables = sorted(rows.values_list("table", flat=True))
    if tables:
        rows = Match.objects.filter(round=round_, table__in=tables)
        touching(round_.tournament_id, matches=rows.values_list("pk", flat=True))
        rows.update(playing_since=at)
    return tables


def log_marks(
    tournament: Tournament, actor: User | None, round_: Round, tables: list[int], *, playing: bool
) -> None:
    """The line that says these tables of a round are playing, or are not."""
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.TABLES_PLAYING,
        round_number=round_.number,
        subject=", ".join(map(str, tables)),
        before={"tables": tables, "playing": not playing},
        after=_facts(round_, tables, playing=playing),
    )


def _facts(round_: Round, tables: list[int], *, playing: bool) -> dict[str, object]:
    """What the log keeps of marks: the tables, and who sits there."""
    seated = numbers_at(Match.objects.filter(round=round_, table__in=tables))
    players = sorted(number for table in seated.values() for number in table)
    return {"tables": tables, "playing": playing, "players": players}

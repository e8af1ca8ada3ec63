"""What the clock means for the round: when it starts, the round has begun and every open table is playing.

Both functions join the change of the clock they are called in. Clocks are no part of the state that is undone, so the
line of the clock is followed by one of the round: that one is the step.
"""

from datetime import datetime

from accounts.models import User
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import Action, Match, Round, RoundState, Tournament
from tournaments.rounds.selectors.clocks import by_clock_alone
from tournaments.rounds.services.entry import begin, numbers_at
from tournaments.steps import log
from tournaments.steps.changes import touching


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

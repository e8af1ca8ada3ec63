"""Which tables have sat down: marked at the desk or from a runner's phone, so that a repair leaves them alone.

The start of the clock marks them as well (`starting`); somebody who has asked at a table says more than that.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from tournaments.models import Match, Round, RoundState, Tournament
from tournaments.rounds.refusals import refuse
from tournaments.rounds.selectors.clocks import started_at
from tournaments.rounds.services.entry import open_round, tables_by_number
from tournaments.rounds.services.starting import log_marks
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

"""The event itself: what is happening now, and who is ahead."""

from tournaments.models import Status, Tournament
from tournaments.players.selectors import players as people
from tournaments.players.selectors.own_check_in import open_for
from tournaments.public.pages import public_page
from tournaments.public.shared import overview
from tournaments.series.selectors.series import is_linked
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.prizes import public_prizes
from tournaments.web.contexts import Context, Shown
from tournaments.whereabouts.selectors import whereabouts

TOP = 5
# How many stand on the steps once the event is over.
WINNERS = 3


@public_page("events/public/event.html")
def event(event: Tournament, query: dict[str, str]) -> Shown:
    """Where is the event, and what is a visitor most likely to want?"""
    rounds = overview(event)
    current = rounds.current
    done, total = whereabouts.results_in(event, current.number) if current else (0, 0)
    return rounds, {
        **_at_the_top(event, is_begun=current is not None),
        "tab": "event",
        "done": done,
        "total": total,
        "player_count": people.roster(event).count(),
        "is_finished": event.status == Status.FINISHED,
        "has_series": is_linked(event),
        "check_in_round": open_for(event),
    }


def _at_the_top(event: Tournament, is_begun: bool) -> Context:
    """The first lines of the standings; once the event is over who won it, and who comes after the winners."""
    table = standings.standings(event) if is_begun else None
    lines = table.lines if table and table.after_round else ()
    return {
        "top": lines[:TOP],
        "winners": [line for line in lines if line.rank == 1],
        "after_winners": lines[WINNERS : 2 * TOP] if event.status == Status.FINISHED else (),
        "after_round": table.after_round if table else 0,
        "prizes": public_prizes(event) if event.status == Status.FINISHED else [],
    }

"""How much from the players' phones waits for the desk: the signs on its pages."""

from dataclasses import dataclass

from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import UNDECIDED, CallState, ClaimState, JudgeCall, Match, ScoreClaim, Tournament
from tournaments.players.selectors.requests import waiting_requests


@dataclass(frozen=True, slots=True)
class Signs:
    """Tables with a report that does not count (`reports`), those disputed among them; requests; calls nobody took."""

    reports: int
    disputed: int
    requests: int
    calls: int


def signs(tournament: Tournament) -> Signs:
    """In three queries, whatever the size of the event."""
    tables = unplayed(Match.objects.filter(round__tournament=tournament)).values("pk")
    reports = ScoreClaim.objects.filter(match__in=tables, state__in=UNDECIDED)
    states: dict[int, set[str]] = {}
    for match, state in reports.values_list("match_id", "state"):
        states.setdefault(match, set()).add(state)
    return Signs(
        reports=len(states),
        disputed=sum(ClaimState.DISPUTED in here for here in states.values()),
        requests=waiting_requests(tournament).count(),
        calls=JudgeCall.objects.filter(tournament=tournament, state=CallState.OPEN).count(),
    )

"""How much from the players' phones waits for the desk: the signs on its pages."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import CallState, ClaimState, JudgeCall, Match, ScoreClaim, Tournament
from tournaments.phones.selectors.claims import UNDECIDED
from tournaments.players.selectors.requests import waiting_requests


@dataclass(frozen=True, slots=True)
class Signs:
    """Tables with a report that does not count (`reports`), those disputed among them; requests; calls nobody took."""

    reports: int
    disputed: int
    requests: int
    calls: int

    @property
    def urgent(self) -> int:
        """What somebody in the hall waits for: shown as a number at the tab."""
        return self.disputed + self.requests + self.calls


def signs(tournament: Tournament) -> Signs:
    """In three queries, whatever the size of the event."""
    tables = unplayed(Match.objects.filter(round__tournament=tournament)).values("pk")
    claims = ScoreClaim.objects.filter(match__in=tables, state__in=UNDECIDED)
    states: dict[int, set[str]] = {}
    for match, state in claims.values_list("match_id", "state"):
        states.setdefault(match, set()).add(state)
    return Signs(
        reports=len(states),
        disputed=sum(ClaimState.DISPUTED in here for here in states.values()),
        requests=waiting_requests(tournament).count(),
        calls=JudgeCall.objects.filter(tournament=tournament, state=CallState.OPEN).count(),
    )


def signs_of_page(tournament: Tournament) -> Signs:
    """The same, asked once for a page: its view and its template have the event in hand."""
    kept: Signs | None = tournament.__dict__.get("_phone_signs")
    if kept is None:
        kept = tournament.__dict__["_phone_signs"] = signs(tournament)
    return kept

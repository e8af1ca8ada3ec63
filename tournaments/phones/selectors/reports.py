"""Results of matches of two as their players see them: nothing said yet, said by one, by both, counted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pairing.model.types import RESULTS, TWO
from tournaments.models import Match, Result, ScoreClaim, Tournament
from tournaments.phones.selectors.claims import UNDECIDED
from tournaments.rounds.selectors.rounds import SeatRow
from tournaments.whereabouts.selectors.tables_played import Played, played_by

# How a result is told from each of the two seats.
WORDS = {
    Result.FIRST_WINS.value: ("win", "loss"),
    Result.DRAW.value: ("draw", "draw"),
    Result.SECOND_WINS.value: ("loss", "win"),
}


class ReportState(StrEnum):
    """What has become of the result of a match, for one of the two."""

    NONE = "none"
    MINE = "mine"
    THEIRS = "theirs"
    DISPUTED = "disputed"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody has reported: how it ended for the reader (`win`, `draw`, `loss`), and the reader's games."""

    claim: ScoreClaim
    outcome: str
    games: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The match of two somebody plays in a round that is not over.

    `mine` and `theirs` are the reports nobody has decided; `outcome` is how it ended once that counts.
    """

    match_id: int
    round_number: int
    table: int
    state: ReportState
    me: SeatRow
    other: SeatRow
    mine: Said | None = None
    theirs: Said | None = None
    result: str | None = None
    outcome: str = ""

    @property
    def may_report(self) -> bool:
        """Whether the reader may say how it ended, rather than answer or wait."""
        return self.state in (ReportState.NONE, ReportState.DISPUTED)


def my_matches(tournament: Tournament, number: int) -> tuple[MyMatch, ...]:
    """The matches of two of this player in rounds that are not over; two where a round is paired ahead."""
    return tuple(
        my_match(played, number) for played in played_by(tournament, number) if len(played.places) == TWO
    )


def my_match(played: Played, number: int) -> MyMatch:
    """A match of two as one of its players sees it."""
    rows = [place.seat for place in played.places if place.seat is not None]
    me = next(row for row in rows if row.number == number)
    other = next(row for row in rows if row.number != number)
    given: dict[str, Any] = {
        "match_id": played.match_id,
        "round_number": played.round_number,
        "table": played.table,
    }
    if not played.is_missing:
        result = played.places[0].result or ""
        outcome = RESULTS[result][me.position].value if result in RESULTS else ""
        return MyMatch(**given, state=ReportState.COUNTED, me=me, other=other, result=result, outcome=outcome)
    mine = theirs = None
    for claim in said_at(Match(pk=played.match_id)):
        said = _told(claim, me.position)
        if claim.entered_by.number == number:
            mine = said
        else:
            theirs = said
    return MyMatch(**given, state=_state(mine, theirs), me=me, other=other, mine=mine, theirs=theirs)


def said_at(match: Match) -> list[ScoreClaim]:
    """The reports of a match that nobody has decided, in the order they came."""
    claims = ScoreClaim.objects.filter(match=match, state__in=UNDECIDED)
    return list(claims.select_related("entered_by").order_by("id"))


def _told(claim: ScoreClaim, position: int) -> Said:
    games = tuple(claim.games) if claim.games else None
    if games and position:
        games = (games[1], games[0], *games[2:])
    return Said(claim, WORDS[claim.result or ""][position], games)


def _state(mine: Said | None, theirs: Said | None) -> ReportState:
    said = [item for item in (mine, theirs) if item is not None]
    if not said:
        return ReportState.NONE
    if any(item.claim.state == "disputed" for item in said):
        return ReportState.DISPUTED
    return ReportState.MINE if theirs is None else ReportState.THEIRS


def counts_games(tournament: Tournament) -> bool:
    """Whether results of this event come with the games won and lost."""
    where = {"round__tournament": tournament, "games__isnull": False}
    return Match.objects.filter(**where).exists() or (
        ScoreClaim.objects.filter(match__round__tournament=tournament, games__isnull=False).exists()
    )

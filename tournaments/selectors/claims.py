"""Scores that players entered at their tables and that do not count yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from pairing.scoring.mahjong import score_table
from tournaments.models import ClaimState, Match, Round, ScoreClaim, Tournament
from tournaments.selectors.rounds import unplayed
from tournaments.snapshots import mahjong_of

OPEN_STATES = (ClaimState.WAITING.value, ClaimState.DISPUTED.value)


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """One claim as the staff see it. `scores` are raw points in the order of the seats, `points` (hundredths) and
    `places` what they would give without penalties.
    """

    pk: int
    match_id: int
    round_number: int
    table: int
    state: str
    scores: tuple[int, ...]
    sticks: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    number: int
    name: str
    note: str
    created_at: datetime

    @property
    def is_disputed(self) -> bool:
        return self.state == ClaimState.DISPUTED


def claim_of(match: Match) -> ScoreClaim | None:
    """What was entered at a table last and is not decided: it waits, or somebody at the table disputes it."""
    return _open(ScoreClaim.objects.filter(match=match)).first()


def open_claims(tournament: Tournament, round_: Round | None = None) -> tuple[ClaimRow, ...]:
    """The claims the staff may accept or refuse, one for each table, by round and table; in one query."""
    tables = Match.objects.filter(round__tournament=tournament)
    if round_ is not None:
        tables = tables.filter(round=round_)
    claims = ScoreClaim.objects.filter(match__in=unplayed(tables).values("pk"))
    scoring = mahjong_of(tournament)
    latest: dict[int, ScoreClaim] = {}
    for claim in _open(claims).select_related("match__round"):
        latest.setdefault(claim.match_id, claim)
    rows = []
    for claim in latest.values():
        scored = score_table(scoring, claim.scores)
        rows.append(
            ClaimRow(
                claim.pk,
                claim.match_id,
                claim.match.round.number,
                claim.match.table,
                claim.state,
                tuple(claim.scores),
                claim.sticks,
                scored.points,
                scored.places,
                claim.entered_by.number,
                claim.entered_by.name,
                claim.note,
                claim.created_at,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.round_number, row.table)))


def _open(claims: QuerySet[ScoreClaim]) -> QuerySet[ScoreClaim]:
    return claims.filter(state__in=OPEN_STATES).select_related("entered_by", "confirmed_by").order_by("-id")

"""Answers of players without an account, by their own page and by the API alike: how often, and the same one twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from tournaments.models import ClaimState, Player, ScoreClaim, Seat, Tournament
from tournaments.services import claims
from tournaments.services.errors import ServiceError

# A table needs two of these for a round; whoever presses more often than this has a stuck button or bad intentions.
ANSWERS, ANSWERS_SECONDS = 30, 300
# All four of a table, and whoever else has scanned its code.
TABLE_ANSWERS = 80
CALLS, CALLS_SECONDS = 10, 600
# What may be said to scores that another player of the table has entered, and what the scores are then.
WANTED: Mapping[str, tuple[Callable[..., Any], ClaimState]] = {
    "confirm": (claims.confirm, ClaimState.CONFIRMED),
    "dispute": (claims.dispute, ClaimState.DISPUTED),
    "withdraw": (claims.withdraw_claim, ClaimState.WITHDRAWN),
}


def count(player: Player, device: str = "") -> None:
    """One more answer of this player, from the own page or with the code of the table on this `device`.

    Whoever is at the table has its code, so what is sent with it never uses up the answers of the own page.
    Errors: `too_many` (params: wait, in seconds).
    """
    _count(f"answers:{player.pk}:{device}" if device else f"answers:{player.pk}", ANSWERS, ANSWERS_SECONDS)


def count_at_table(tournament: Tournament, table: int) -> None:
    """One more answer with the code of this table, from whatever browsers. Errors: `too_many`."""
    _count(f"answers:{tournament.pk}:table:{table}", TABLE_ANSWERS, ANSWERS_SECONDS)


def count_call(tournament: Tournament, table: int, device: str = "") -> None:
    """One more call for a judge from this table, and from this browser. Errors: `too_many`."""
    _count(f"calls:{tournament.pk}:table:{table}", CALLS, CALLS_SECONDS)
    if device:
        _count(f"calls:{tournament.pk}:device:{device}", CALLS, CALLS_SECONDS)


def _count(key: str, most: int, seconds: int) -> None:
    cache.add(key, 0, seconds)
    try:
        answers = cache.incr(key)
    except ValueError:  # it ran out between the two lines
        answers = 1
    if answers > most:
        raise ServiceError(
            "too_many",
            _("That was pressed very often. Wait a few minutes, or go to the desk."),
            wait=seconds,
        )


def give(
    *, tournament: Tournament, player: Player, claim: ScoreClaim, answer: str, **more: Any
) -> ScoreClaim:
    """Confirm, dispute or withdraw (WANTED). The same answer again, by anybody of the table, changes nothing.

    Errors: those of the service of the answer.
    """
    service, wanted = WANTED[answer]
    try:
        service(tournament=tournament, player=player, claim=claim, **more)
    except ServiceError:
        claim.refresh_from_db()
        at_table = Seat.objects.filter(match=claim.match_id, player=player, player__house=False)
        if claim.state != wanted or not at_table.exists():
            raise
    return claim

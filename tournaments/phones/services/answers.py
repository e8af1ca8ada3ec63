"""Answers of players without an account, by their own page and by the API alike: how often, and the same one twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts import limits
from tournaments.models import ClaimState, Player, ScoreClaim, Seat, Tournament
from tournaments.phones.services import claims
from tournaments.steps.refusals import ServiceError

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
    _count("answers", f"{player.pk}:{device}" if device else f"{player.pk}")


def count_at_table(tournament: Tournament, table: int) -> None:
    """One more answer with the code of this table, from whatever browsers. Errors: `too_many`."""
    _count("answers_of_table", f"{tournament.pk}:{table}")


def count_call(tournament: Tournament, table: int, device: str = "") -> None:
    """One more call for a judge from this table, and from this browser. Errors: `too_many`."""
    _count("calls", f"{tournament.pk}:table:{table}")
    if device:
        _count("calls", f"{tournament.pk}:device:{device}")


def _count(limit: str, whom: str) -> None:
    try:
        limits.count(limit, whom)
    except limits.TooOften as refusal:
        text = _("Too many attempts. Wait a few minutes, or go to the desk.")
        raise ServiceError("too_many", text, wait=refusal.seconds) from refusal


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

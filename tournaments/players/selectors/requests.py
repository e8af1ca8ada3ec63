"""What players have asked the desk for, and what they may ask for now."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.events.selectors.events import round_heads
from tournaments.events.selectors.phases import is_open_ended
from tournaments.models import (
    ByeRequest,
    Player,
    PlayerRequest,
    PlayerRequestKind,
    PlayerRequestState,
    Status,
    Tournament,
)


def waiting_requests(tournament: Tournament) -> QuerySet[PlayerRequest]:
    """What waits for an answer, the oldest first; `phones`: how many phones ask to be recognised as the player's."""
    rows = PlayerRequest.objects.filter(tournament=tournament, state=PlayerRequestState.WAITING)
    same = Q(
        player__requests__state=PlayerRequestState.WAITING, player__requests__kind=PlayerRequestKind.PHONE
    )
    phones = Count("player__requests", filter=same)
    return rows.annotate(phones=phones).select_related("player").order_by("id")


def all_requests(tournament: Tournament) -> QuerySet[PlayerRequest]:
    """Everything that was asked for, the latest first."""
    rows = PlayerRequest.objects.filter(tournament=tournament)
    return rows.select_related("player", "decided_by").order_by("-id")


def latest_request(player: Player) -> PlayerRequest | None:
    """What this player asked for last, unless it was taken back."""
    rows = PlayerRequest.objects.filter(player=player).exclude(state=PlayerRequestState.CANCELLED)
    return rows.exclude(kind=PlayerRequestKind.PHONE).order_by("-id").first()


def may_ask(tournament: Tournament, player: Player) -> tuple[str, ...]:
    """The kinds of request that make sense for this player now."""
    if tournament.status == Status.FINISHED or player.house or tournament.follows:
        return ()
    if not rounds_left(tournament) and not is_open_ended(tournament):
        return ()
    if player.left_after_round is not None:
        return (PlayerRequestKind.RETURN.value,)
    return (PlayerRequestKind.SKIP.value, PlayerRequestKind.WITHDRAW.value)


@dataclass(frozen=True, slots=True)
class SittingOut:
    """The planned rounds that are not out yet: those a player may ask to sit out, and the byes noted in others."""

    rounds: tuple[int, ...]
    byes: tuple[ByeRequest, ...]


def sitting_out(tournament: Tournament, player: Player, *, has_byes: bool = True) -> SittingOut:
    """The rounds this player has a bye in, and may ask for one in, the next one first.

    Not `has_byes`: there are none, as is known.
    """
    left = rounds_left(tournament)
    rows = ByeRequest.objects.filter(player=player, round_number__gte=left.start).order_by("round_number")
    byes = tuple(rows) if has_byes else ()
    noted = {bye.round_number for bye in byes}
    return SittingOut(tuple(number for number in left if number not in noted), byes)


def rounds_left(tournament: Tournament) -> range:
    """The planned rounds that are not out yet, as players know them: of a draft nothing is told."""
    last = max((head.number for head in round_heads(tournament) if not head.is_draft), default=0)
    return range(last + 1, tournament.rounds_planned + 1)

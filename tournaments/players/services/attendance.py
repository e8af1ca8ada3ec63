"""Who is there when: check-in, withdrawal and return, byes asked for in rounds to come."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from tournaments.events.selectors.phases import is_side_by_side
from tournaments.models import Action, Bye, ByeRequest, Player, RequestKind, Seat, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse
from tournaments.players.services.players import fresh, latest_rounds, record_absences
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing


def withdraw(
    *, tournament: Tournament, actor: User | None, player: Player, after_round: int | None = None
) -> Player:
    """The player leaves after the latest published round (a draft is not played yet), or after `after_round`.

    The result of a match that is being played is entered as usual. Errors: `already_withdrawn`,
    `bad_round`, `in_draft` (the player sits in a draft that has to be discarded first).
    """
    with changing(tournament, touches=("players",)):
        player = fresh(tournament, player)
        if player.left_after_round is not None:
            raise refuse.already_withdrawn(field="player", name=name_of(tournament, player))
        after = _last_round(tournament, player, after_round)
        player.left_after_round = after
        player.save(update_fields=["left_after_round"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_WITHDRAWN,
            subject=name_of(tournament, player),
            round_number=after or None,
            before={"number": player.number, "left_after_round": None},
            after={"number": player.number, "left_after_round": after},
        )
    return player


def _last_round(tournament: Tournament, player: Player, after_round: int | None) -> int:
    """The round after which a player who withdraws has left. Errors: `bad_round`, `in_draft`."""
    published, draft = latest_rounds(tournament)
    if is_side_by_side(tournament):
        published = _last_seat(player)
    after = published if after_round is None else after_round
    if after < published:
        raise refuse.left_too_early(number=published)
    if draft and after < draft and is_in_round(tournament, player, draft):
        raise refuse.in_draft(name=name_of(tournament, player), number=draft)
    # A player who has not joined yet leaves before the first round they would have played.
    return max(after, player.joined_round - 1)


def _last_seat(player: Player) -> int:
    """Where several rounds are open, somebody leaves after the last in which there is a match of theirs; 0: none."""
    last: int | None = player.seats.aggregate(last=Max("round__number"))["last"]
    return last or 0


def return_player(*, tournament: Tournament, actor: User | None, player: Player) -> Player:
    """The player is back for the next round to be paired; rounds missed become absences.

    Errors: `not_withdrawn`.
    """
    with changing(tournament, touches=("players",), later=("byes",)):
        player = fresh(tournament, player)
        left = player.left_after_round
        if left is None:
            raise refuse.not_withdrawn(field="player", name=name_of(tournament, player))
        player.left_after_round = None
        player.save(update_fields=["left_after_round"])
        missed = record_absences([player], up_to=max(latest_rounds(tournament)))
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_RETURNED,
            subject=name_of(tournament, player),
            before={"number": player.number, "left_after_round": left},
            after={"number": player.number, "left_after_round": None, "absent_in": missed},
        )
    return player


def set_checked_in(
    *,
    tournament: Tournament,
    actor: User | None,
    players: Iterable[Player] | None,
    present: bool = True,
) -> int:
    """Check players in (or take it back); None means everybody. Returns how many changed.

    Errors: `not_of_event`.
    """
    with changing(tournament, touches=("players",)):
        people = Player.objects.filter(tournament=tournament, house=False)
        rows = people.filter(left_after_round=None)
        if players is not None:
            wanted = {player.pk for player in players}
            if people.filter(pk__in=wanted).count() != len(wanted):
                raise refuse.player_not_of_event()
            rows = rows.filter(pk__in=wanted)
        rows = rows.exclude(checked_in=present)
        changed = list(rows.values_list("number", "name"))
        if not changed:
            raise Unchanged
        rows.update(checked_in=present, checked_in_at=timezone.now() if present else None)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.CHECKED_IN if present else Action.CHECKED_OUT,
            subject=", ".join(name for _number, name in changed),
            after={"numbers": [number for number, _name in changed]},
        )
    return len(changed)


def request_bye(
    *, tournament: Tournament, actor: User | None, player: Player, round_number: int, kind: str = "half"
) -> ByeRequest:
    """Note that a player will not play a round to come. A second request replaces the first.

    Errors: `bad_round` (paired already, or not planned), `bad_kind`, `not_of_event`.
    """
    if kind not in RequestKind.values:
        raise refuse.bad_bye_request(field="kind", kind=str(kind)[:40], allowed=", ".join(RequestKind.values))
    with changing(tournament, touches=("requests",)):
        player = fresh(tournament, player)
        refuse_bye_round(tournament, round_number)
        request, _made = ByeRequest.objects.update_or_create(
            player=player, round_number=round_number, defaults={"kind": kind, "tournament": tournament}
        )
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.BYE_REQUESTED,
            subject=name_of(tournament, player),
            round_number=round_number,
            after={"number": player.number, "kind": kind},
        )
    return request


def refuse_bye_round(tournament: Tournament, number: object, *, from_players: bool = False) -> None:
    """Errors: `bad_round`, where the round is paired already, or not planned; of a draft players are told nothing."""
    published, draft = latest_rounds(tournament)
    first = (published if from_players else max(published, draft)) + 1
    last = max(first, tournament.rounds_planned)
    if not isinstance(number, int) or not first <= number <= last:
        raise refuse.bad_bye_round(first=first, last=last)


def cancel_bye(*, tournament: Tournament, actor: User | None, player: Player, round_number: int) -> None:
    """Take a request back. Errors: `no_such_request`, `bad_round` (the round is paired already)."""
    with changing(tournament, touches=("requests",)):
        player = fresh(tournament, player)
        if round_number <= max(latest_rounds(tournament)):
            raise refuse.round_paired(number=round_number)
        request = ByeRequest.objects.filter(player=player, round_number=round_number).first()
        if request is None:
            raise refuse.no_such_request(name=name_of(tournament, player), number=round_number)
        request.delete()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.BYE_CANCELLED,
            subject=name_of(tournament, player),
            round_number=round_number,
            before={"number": player.number, "kind": request.kind},
        )


def is_in_round(tournament: Tournament, player: Player, number: int) -> bool:
    where = {"round__tournament": tournament, "round__number": number, "player": player}
    return Seat.objects.filter(**where).exists() or Bye.objects.filter(**where).exists()

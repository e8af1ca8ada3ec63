"""What players ask the desk for from the own page: to go home, to sit out a round, to come back; and phones that came
by the event's own code: to be recognised as a player's.

Nothing happens before the desk grants it; granting does what the desk would have done by hand.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.models import (
    Action,
    Player,
    PlayerRequest,
    PlayerRequestKind,
    PlayerRequestState,
    RequestKind,
    Status,
    Tournament,
)
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse as refusal
from tournaments.players.selectors.own_check_in import open_for
from tournaments.players.selectors.requests import may_ask
from tournaments.players.services import attendance
from tournaments.players.services.players import fresh, next_unpaired_round
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line
from tournaments.steps.refusals import ServiceError

WORDS_LENGTH = 200
OWN_KINDS = tuple(kind for kind in PlayerRequestKind.values if kind != PlayerRequestKind.PHONE)
# How many phones may wait to be recognised as the same player's, and what one of them shows.
MOST_PHONES = 3
DIGITS = [f"{number:03}" for number in range(1000)]


def ask(
    *, tournament: Tournament, player: Player, kind: str, note: str = "", round_number: int | None = None
) -> PlayerRequest:
    """A player asks for something; one request of a player waits at a time, and the same again changes nothing.

    `round_number` is the round to sit out, if it is not to be the next one whenever that is. Errors: `bad_kind`,
    `bad_round`, `request_waiting` (another one waits: take it back first), `already_withdrawn`, `not_withdrawn`,
    `no_round_left`, `not_of_event`, and those of the note.
    """
    if kind not in OWN_KINDS:
        raise refusal.bad_kind(allowed=", ".join(OWN_KINDS))
    words = clean_line(note, field="note", length=WORDS_LENGTH)
    with changing(tournament, touches=()):
        player = fresh(tournament, player)
        waiting = PlayerRequest.objects.filter(player=player, state=PlayerRequestState.WAITING)
        request = waiting.exclude(kind=PlayerRequestKind.PHONE).first()
        if request is not None:
            if (request.kind, request.round_number) == (kind, round_number):
                raise Unchanged
            raise refusal.request_waiting()
        _refuse_pointless(tournament, player, kind)
        if round_number is not None:
            # Only a bye is of a round.
            wanted = round_number if kind == PlayerRequestKind.SKIP else None
            attendance.refuse_bye_round(tournament, wanted, from_players=True)
        given: dict[str, object] = {"tournament": tournament, "player": player, "note": words}
        request = PlayerRequest.objects.create(**given, kind=kind, round_number=round_number)
        _log(tournament, None, Action.REQUEST_MADE, request, words, who=name_of(tournament, player))
    return request


def ask_for_phone(*, tournament: Tournament, player: Player) -> PlayerRequest:
    """A phone asks to be recognised as this player's. The digits it shows are the note, and no other waiting phone has
    the same. Who asks is nobody we know, so only a few phones wait for each player.

    Errors: `phones_not_used` (nothing could be done with the page), `too_many_phones`, `not_of_event`.
    """
    with changing(tournament, touches=()):
        player = fresh(tournament, player)
        is_used = tournament.players_report or open_for(tournament) is not None
        if tournament.status == Status.FINISHED or player.house or not is_used:
            raise refusal.phones_not_used()
        waiting = PlayerRequest.objects.filter(tournament=tournament, state=PlayerRequestState.WAITING)
        phones = waiting.filter(kind=PlayerRequestKind.PHONE)
        if phones.filter(player=player).count() >= MOST_PHONES:
            raise refusal.too_many_phones(name=name_of(tournament, player))
        taken = set(phones.values_list("note", flat=True))
        digits = secrets.choice([text for text in DIGITS if text not in taken] or DIGITS)
        given: dict[str, object] = {"tournament": tournament, "player": player, "note": digits}
        request = PlayerRequest.objects.create(**given, kind=PlayerRequestKind.PHONE)
        _log(tournament, None, Action.REQUEST_MADE, request, digits)
    return request


def _refuse_pointless(tournament: Tournament, player: Player, kind: str) -> None:
    if kind in may_ask(tournament, player):
        return
    has_left = player.left_after_round is not None
    if kind == PlayerRequestKind.RETURN and not has_left:
        raise refusal.not_withdrawn(field="kind", name=name_of(tournament, player))
    if kind != PlayerRequestKind.RETURN and has_left:
        raise refusal.already_withdrawn(field="kind", name=name_of(tournament, player))
    raise refusal.no_round_left()


def cancel(*, tournament: Tournament, player: Player, request: PlayerRequest) -> PlayerRequest:
    """The player takes it back while it waits; twice is no mistake. Errors: `request_closed`, `not_of_event`."""
    with changing(tournament, touches=()):
        stored = _of_event(tournament, request)
        if stored.player_id != player.pk:
            raise refusal.not_of_event()
        if stored.state == PlayerRequestState.CANCELLED:
            raise Unchanged
        _close(stored, PlayerRequestState.CANCELLED)
        _log(tournament, None, Action.REQUEST_DECIDED, stored, who=name_of(tournament, player))
    return stored


def grant(
    *,
    tournament: Tournament,
    actor: User | None,
    request: PlayerRequest,
    kind: str = RequestKind.ZERO.value,
    answer: str = "",
) -> PlayerRequest:
    """Do what was asked for and say so; `kind` is the bye where somebody sits out.

    What the desk has done by hand meanwhile is not done twice. Errors: `request_closed`, `not_of_event`, and those of
    `attendance.withdraw`, `return_player` and `request_bye` (the round has been paired meanwhile): then nothing has
    changed.
    """
    words = clean_line(answer, field="answer", length=WORDS_LENGTH)
    with transaction.atomic():
        with changing(tournament, touches=()):
            stored = _decided(tournament, actor, request, PlayerRequestState.GRANTED, words)
        if stored.kind == PlayerRequestKind.PHONE:
            return stored  # the phone that asked opens the own page now
        given: dict[str, Any] = {"tournament": tournament, "actor": actor, "player": stored.player}
        if stored.kind == PlayerRequestKind.SKIP:
            number = stored.round_number or next_unpaired_round(tournament)
            attendance.request_bye(**given, round_number=number, kind=kind)
            return stored
        act, done_already = _ACTS[stored.kind]
        try:
            act(**given)
        except ServiceError as error:
            if error.code != done_already:
                raise
    return stored


_ACTS: Mapping[str, tuple[Callable[..., object], str]] = {
    PlayerRequestKind.WITHDRAW.value: (attendance.withdraw, "already_withdrawn"),
    PlayerRequestKind.RETURN.value: (attendance.return_player, "not_withdrawn"),
}


def refuse(
    *, tournament: Tournament, actor: User | None, request: PlayerRequest, answer: str
) -> PlayerRequest:
    """Say no, with a word for the player; a phone, which may be a stranger's, needs none.

    Errors: `reason_missing`, `request_closed`, `not_of_event`.
    """
    words = clean_line(answer, field="answer", length=WORDS_LENGTH)
    if not words and request.kind != PlayerRequestKind.PHONE:
        raise refusal.reason_missing()
    with changing(tournament, touches=()):
        return _decided(tournament, actor, request, PlayerRequestState.REFUSED, words)


def _decided(
    tournament: Tournament,
    actor: User | None,
    request: PlayerRequest,
    state: PlayerRequestState,
    answer: str,
) -> PlayerRequest:
    stored = _of_event(tournament, request)
    stored.decided_by, stored.answer = actor, answer
    _close(stored, state)
    _log(tournament, actor, Action.REQUEST_DECIDED, stored, answer)
    return stored


def _of_event(tournament: Tournament, request: PlayerRequest) -> PlayerRequest:
    """The request as it is now. Errors: `not_of_event`."""
    rows = PlayerRequest.objects.filter(pk=request.pk, tournament=tournament)
    stored = rows.select_related("player").first()
    if stored is None:
        raise refusal.not_of_event()
    return stored


def _close(stored: PlayerRequest, state: PlayerRequestState) -> None:
    """Errors: `request_closed`."""
    if stored.state != PlayerRequestState.WAITING:
        label = PlayerRequestState(stored.state).label
        raise refusal.request_closed(state=stored.state, label=label)
    stored.state, stored.decided_at = state.value, timezone.now()
    stored.save(update_fields=["state", "decided_at", "decided_by", "answer"])


def _log(
    tournament: Tournament,
    actor: User | None,
    action: Action,
    request: PlayerRequest,
    note: str = "",
    *,
    who: str = "",
) -> None:
    log.write(
        tournament=tournament,
        actor=actor,
        who=who,
        action=action,
        subject=name_of(tournament, request.player),
        round_number=request.round_number,
        after={"number": request.player.number, "kind": request.kind, "state": request.state},
        note=note,
    )

"""What players ask the desk for from the own page: to go home, to sit out a round, to come back.

Nothing happens before the desk grants it; granting does what the desk would have done by hand.
"""

from __future__ import annotations

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
    Tournament,
)
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse as refusal
from tournaments.players.selectors.requests import may_ask
from tournaments.players.services import attendance
from tournaments.players.services.players import fresh, next_unpaired_round
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line
from tournaments.steps.refusals import ServiceError

WORDS_LENGTH = 200


def ask(
    *, tournament: Tournament, player: Player, kind: str, note: str = "", round_number: int | None = None
) -> PlayerRequest:
    """A player asks for something; one request of a player waits at a time, and the same again changes nothing.

    `round_number` is the round to sit out, if it is not to be the next one whenever that is. Errors: `bad_kind`,
    `bad_round`, `request_waiting` (another one waits: take it back first), `already_withdrawn`, `not_withdrawn`,
    `no_round_left`, `not_of_event`, and those of the note.
    """
    if kind not in PlayerRequestKind.values:
        raise refusal.bad_kind(allowed=", ".join(PlayerRequestKind.values))
    words = clean_line(note, field="note", length=WORDS_LENGTH)
    with changing(tournament):
        player = fresh(tournament, player)
        request = PlayerRequest.objects.filter(player=player, state=PlayerRequestState.WAITING).first()
        if request is not None:
            if (request.kind, request.round_number) == (kind, round_number):
                raise Unchanged
            raise refusal.request_waiting()
        _refuse_pointless(tournament, player, kind)
        if round_number is not None:
            # Only a bye is of a round.
            wanted = round_number if kind == PlayerRequestKind.SKIP else None
            attendance.refuse_bye_round(tournament, wanted, from_players=True)
        given: dict[str, Any] = {"tournament": tournament, "player": player, "note": words}
        request = PlayerRequest.objects.create(**given, kind=kind, round_number=round_number)
        _log(tournament, None, Action.REQUEST_MADE, request, words, who=name_of(tournament, player))
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
    with changing(tournament):
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
        with changing(tournament):
            stored = _decided(tournament, actor, request, PlayerRequestState.GRANTED, words)
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


_ACTS: Mapping[str, tuple[Callable[..., Any], str]] = {
    PlayerRequestKind.WITHDRAW.value: (attendance.withdraw, "already_withdrawn"),
    PlayerRequestKind.RETURN.value: (attendance.return_player, "not_withdrawn"),
}


def refuse(
    *, tournament: Tournament, actor: User | None, request: PlayerRequest, answer: str
) -> PlayerRequest:
    """Say no, with a word for the player. Errors: `reason_missing`, `request_closed`, `not_of_event`."""
    words = clean_line(answer, field="answer", length=WORDS_LENGTH)
    if not words:
        raise refusal.reason_missing()
    with changing(tournament):
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

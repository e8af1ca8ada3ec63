"""Calls for a judge: a table asks, a judge takes the call and says when it is done. One call of a table is open."""

from django.utils import timezone

from accounts.models import User
from tournaments.hall.refusals import refuse
from tournaments.hall.selectors.calls import OPEN_CALLS
from tournaments.models import Action, CallState, JudgeCall, Match, Player, Tournament
from tournaments.names.namesakes import name_of, names_at
from tournaments.rounds.services.entry import OPEN_STATES, open_round
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line

WORDS_LENGTH = 200


def call_judge(
    *,
    tournament: Tournament,
    round_number: int,
    table: int,
    player: Player | None = None,
    note: str = "",
) -> JudgeCall:
    """A table of a round being played asks for a judge; while its call is open, the same again changes nothing.

    `player` is None where the code on the table was used without saying who one is.
    Errors: `no_such_table`, `wrong_state`, and those of the note.
    """
    words = clean_line(note, field="note", length=WORDS_LENGTH)
    with changing(tournament, touches=(), followed_too=True):
        match = _table(tournament, round_number, table)
        open_round(match.round, OPEN_STATES)
        here = JudgeCall.objects.filter(tournament=tournament, round_number=round_number, table=table)
        call = here.filter(state__in=OPEN_CALLS).first()
        if call is not None:
            raise Unchanged
        call = JudgeCall.objects.create(
            tournament=tournament, round_number=round_number, table=table, player=player, note=words
        )
        log.write(
            tournament=tournament,
            actor=None,
            who=name_of(tournament, player) if player else "",
            action=Action.JUDGE_CALLED,
            round_number=round_number,
            subject=names_at(tournament, match),
            after={"table": table, "by": player.number if player else None},
            note=words,
        )
    return call


def cancel_call(*, tournament: Tournament, call: JudgeCall, player: Player | None = None) -> JudgeCall:
    """The table needs no judge any more; twice is no mistake. Errors: `call_closed`, `not_of_event`."""
    with changing(tournament, touches=(), followed_too=True):
        stored = _stored(tournament, call)
        if stored.state == CallState.CANCELLED:
            raise Unchanged
        _refuse_closed(stored)
        _close(tournament, None, stored, CallState.CANCELLED, name_of(tournament, player) if player else "")
    return stored


def take(*, tournament: Tournament, actor: User, call: JudgeCall) -> JudgeCall:
    """A judge is on the way. Errors: `call_taken` (params: name), `call_closed`, `not_of_event`."""
    with changing(tournament, touches=(), followed_too=True):
        stored = _stored(tournament, call)
        _refuse_closed(stored)
        if stored.taken_by_id == actor.pk:
            raise Unchanged
        if stored.state == CallState.TAKEN:
            raise refuse.call_taken(table=stored.table, name=str(stored.taken_by or "–"))
        stored.state, stored.taken_at, stored.taken_by = CallState.TAKEN.value, timezone.now(), actor
        stored.save(update_fields=["state", "taken_at", "taken_by"])
    return stored


def done(*, tournament: Tournament, actor: User | None, call: JudgeCall) -> JudgeCall:
    """The judge has been there; twice is no mistake. Errors: `call_closed` (taken back), `not_of_event`."""
    with changing(tournament, touches=(), followed_too=True):
        stored = _stored(tournament, call)
        if stored.state == CallState.DONE:
            raise Unchanged
        _refuse_closed(stored)
        _close(tournament, actor, stored, CallState.DONE)
    return stored


def _table(tournament: Tournament, round_number: int, table: int) -> Match:
    where = {"round__tournament": tournament, "round__number": round_number, "table": table}
    match = Match.objects.filter(**where).select_related("round").first()
    if match is None:
        raise refuse.no_such_table(number=round_number, table=table)
    return match


def _stored(tournament: Tournament, call: JudgeCall) -> JudgeCall:
    """The call as it is now. Errors: `not_of_event`."""
    rows = JudgeCall.objects.filter(pk=call.pk, tournament=tournament)
    stored = rows.select_related("taken_by").first()
    if stored is None:
        raise refuse.not_of_event()
    return stored


def _refuse_closed(stored: JudgeCall) -> None:
    if stored.state not in OPEN_CALLS:
        raise refuse.call_closed(state=stored.state, label=CallState(stored.state).label)


def _close(
    tournament: Tournament, actor: User | None, stored: JudgeCall, state: CallState, who: str = ""
) -> None:
    stored.state, stored.done_at = state.value, timezone.now()
    stored.save(update_fields=["state", "done_at"])
    log.write(
        tournament=tournament,
        actor=actor,
        who=who,
        action=Action.JUDGE_CALL_CLOSED,
        round_number=stored.round_number,
        after={"table": stored.table, "state": stored.state},
    )

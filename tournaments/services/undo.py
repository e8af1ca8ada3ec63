"""Undo: take back the latest step of result, start, publish, pair or complete; then the one before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Action, LogEntry, Match, Round, RoundState, Tournament
from tournaments.selectors.log import step_to_undo
from tournaments.services import drafts, log
from tournaments.services.changes import changing
from tournaments.services.errors import ServiceError
from tournaments.services.results import store_results
from tournaments.services.states import wrong_state
from tournaments.services.tables_of_four import Stored, store_scores


def undo_last_step(*, tournament: Tournament, actor: User | None, seen: int | None = None) -> LogEntry:
    """Take back the latest step that has not been undone; returns the line of the step.

    `seen` is the id of the step the person wants to undo (it was shown on the button): if another step came
    after it, `step_changed` is raised. Errors: `nothing_to_undo`, `step_changed`, `wrong_state`.
    """
    with changing(tournament):
        step = step_to_undo(tournament)
        if step is None:
            raise ServiceError("nothing_to_undo", _("There is no step to take back."))
        if seen is not None and step.pk != seen:
            raise ServiceError(
                "step_changed",
                _("Somebody else did something in the meantime. Look again before you undo."),
            )
        if step.action in _PLANS:
            _replan(tournament, step)
        else:
            _BACK[Action(step.action)](tournament, step, _round_of(tournament, step))
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.STEP_UNDONE,
            round_number=step.round_number,
            subject=f"{step.get_action_display()}: {step.subject}"
            if step.subject
            else step.get_action_display(),
            before=step.after,
            after=step.before,
            undoes=step,
        )
    return step


def _round_of(tournament: Tournament, step: LogEntry) -> Round:
    round_ = Round.objects.filter(tournament=tournament, number=step.round_number or 0).first()
    if round_ is None:
        raise ServiceError("round_gone", _("Round %(number)s no longer exists."), number=step.round_number)
    return round_


def _before(step: LogEntry) -> dict[str, Any]:
    """What the step changed, as it was; every undoable step records it."""
    before: dict[str, Any] = step.before or {}
    return before


def _unpair(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    drafts.drop(tournament, round_)


def _replan(tournament: Tournament, step: LogEntry) -> None:
    """The schedule there was before, with its house players; their numbers may belong to somebody else by now."""
    before = _before(step)
    house = before.get("house", [])
    if tournament.players.filter(number__in=house, house=False).exists():
        raise ServiceError(
            "numbers_taken",
            _("Players have come since: the numbers of the house players of that schedule are taken."),
        )
    drafts.add_house_players(tournament, house, 1)
    drafts.set_schedule(tournament, before["schedule"], searched=before.get("searched", True))


def _unpublish(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    _set_state(round_, RoundState.PUBLISHED, RoundState.DRAFT, published_at=None)
    tournament.status = _before(step)["status"]
    tournament.save(update_fields=["status"])


def _unstart(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    _set_state(round_, RoundState.IN_PROGRESS, RoundState.PUBLISHED)


def _uncomplete(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    _set_state(round_, RoundState.COMPLETED, RoundState(_before(step)["state"]), completed_at=None)


def _restore_one(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    _restore(tournament, round_, [_before(step)], _before(step)["state"])


def _restore_many(tournament: Tournament, step: LogEntry, round_: Round) -> None:
    _restore(tournament, round_, _before(step)["results"], _before(step)["state"])


def _restore(tournament: Tournament, round_: Round, olds: list[dict[str, Any]], state: str) -> None:
    rows = {m.table: m for m in Match.objects.filter(round=round_, table__in=[old["table"] for old in olds])}
    matches = list(rows.values())
    if "scores" in olds[0]:
        store_scores(tournament, None, matches, {rows[old["table"]].pk: _scores(old) for old in olds})
    else:
        wanted = {rows[old["table"]].pk: (old["result"], old["games"]) for old in olds}
        store_results(tournament, None, matches, wanted)
    if round_.state != state:
        _set_state(round_, RoundState(round_.state), RoundState(state))


def _scores(old: dict[str, Any]) -> Stored:
    raw = old["scores"]
    return Stored(None if raw is None else tuple(raw), tuple(old["penalties"]))


def _set_state(round_: Round, seen: RoundState, to: RoundState, **stamps: Any) -> None:
    if not Round.objects.filter(pk=round_.pk, state=seen).update(state=to, **stamps):
        raise wrong_state(round_)


_PLANS = (Action.SCHEDULE_PLANNED, Action.SCHEDULE_CLEARED)
_BACK: dict[Action, Callable[[Tournament, LogEntry, Round], None]] = {
    Action.ROUND_PAIRED: _unpair,
    Action.ROUND_PUBLISHED: _unpublish,
    Action.ROUND_STARTED: _unstart,
    Action.ROUND_COMPLETED: _uncomplete,
    Action.RESULT_ENTERED: _restore_one,
    Action.RESULT_CLEARED: _restore_one,
    Action.RESULT_CORRECTED: _restore_one,
    Action.RESULTS_ENTERED: _restore_many,
    Action.PENALTY_SET: _restore_one,
}

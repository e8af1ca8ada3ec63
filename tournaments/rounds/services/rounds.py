"""The life of a round: paired as a draft, published, started, completed; and back again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from pairing import engine
from pairing.engine.offers import Offers, offers as possible_offers
from pairing.model.errors import Impossible, PairingError
from pairing.model.field import is_open
from pairing.model.options import describe
from pairing.model.types import RoundPlan, Snapshot
from tournaments import snapshots
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.events.services.ahead import refuse_before_earlier, refuse_out_of_turn
from tournaments.history import restore_points
from tournaments.models import Action, Round, RoundState, SnapshotReason, Status, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.rounds.refusals import refuse
from tournaments.rounds.selectors.so_far import so_far
from tournaments.rounds.services import drafts
from tournaments.steps import log
from tournaments.steps.changes import changing, has_begun, touching
from tournaments.steps.refusals import CoreError, ServiceError
from tournaments.steps.round_state import move

TRIES = 3


def pair_next_round(
    *,
    tournament: Tournament,
    actor: User | None,
    overrides: Mapping[str, object] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    now: EventNow | None = None,
) -> Round:
    """Pair the next round and store it as a draft; `now` is the event as its page has read it.

    A short read, the pairing outside any transaction, one write that is refused when the event has changed
    since.
    If it changed without the round being paired (somebody checked in), the pairing is simply done again; results
    that come in of a round being played change nothing where the next one is paired ahead of them.
    `overrides` are options for this round only: what `offers` names, such as {"allow_rematches": True}.
    The same event and overrides always give the same draft.
    Errors: `round_exists` (params: number, url of nothing: look at the round), `two_rounds_open`,
    `waits_for_results` (params: tables), `impossible` ones of the core with `offers` (what would help, each alone, or
    all `together`), and every other refusal of the core. A refusal of the core is logged, so the page can show it
    later.
    """
    tell = on_progress or (lambda done, total: None)
    now = now or EventNow(tournament)
    for _try in range(TRIES):
        tell(0, 2)
        now.renew()
        number_to_pair(now)
        snapshot = now.to_pair
        plan = _plan(tournament, actor, snapshot, overrides or {})
        tell(1, 2)
        try:
            round_ = _store(tournament, actor, plan, snapshot, overrides or {})
        except ServiceError as error:
            if error.code != "event_changed":
                raise
        else:
            so_far(tournament, snapshot)  # the draft shows it, and here it is at hand
            return round_
    raise refuse.event_kept_changing()


def number_to_pair(now: EventNow) -> int:
    """The round that can be paired.

    Errors: `event_finished`, `round_exists` (the next round is there already, unpublished), `two_rounds_open`,
    `waits_for_results`.
    """
    if now.event.status == Status.FINISHED:
        raise refuse.event_finished()
    if now.draft is not None:
        raise refuse.round_exists(number=now.draft.number)
    if now.played:
        refuse_out_of_turn(now)
    return now.next_number


def offers(now: EventNow) -> list[str]:
    """Names of the options that can be given when a round is paired (what may be relaxed)."""
    return [spec.name for spec in describe(now.system.options) if spec.per_round]


def _plan(
    tournament: Tournament, actor: User | None, snapshot: Snapshot, overrides: Mapping[str, object]
) -> RoundPlan:
    try:
        return engine.pair(snapshot, overrides=overrides)
    except PairingError as error:
        ways_out = possible_offers(snapshot) if isinstance(error, Impossible) else Offers()
        refusal = _refusal(error, snapshot, ways_out)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PAIRING_FAILED,
            round_number=len(snapshot.rounds) + 1,
            subject=str(refusal),
            before={"version": tournament.version},
            after=_failure(error, ways_out),
        )
        raise refusal from error


def _failure(error: PairingError, ways_out: Offers) -> dict[str, Any]:
    """A refusal of the core as it is logged: code, parameters, the proving players, what may be relaxed."""
    impossible = isinstance(error, Impossible)
    return {
        "code": error.code,
        "params": {k: list(v) if isinstance(v, tuple) else v for k, v in error.params.items()},
        "impossible": impossible,
        "players": list(error.players) if isinstance(error, Impossible) else [],
        "offers": list(ways_out.names),
        "together": ways_out.together,
    }


def _refusal(error: PairingError, snapshot: Snapshot, ways_out: Offers) -> CoreError:
    refusal = CoreError(error, names=names_of_entrants(snapshot.entrants))
    refusal.params["impossible"] = isinstance(error, Impossible)
    refusal.params["offers"] = list(ways_out.names)
    refusal.params["together"] = ways_out.together
    return refusal


def _store(
    tournament: Tournament,
    actor: User | None,
    plan: RoundPlan,
    snapshot: Snapshot,
    overrides: Mapping[str, object],
) -> Round:
    try:
        seen = tournament.version
        with changing(tournament, touches=(), later=("rounds", "matches", "byes", "players", "settings")):
            if tournament.version != seen + 1:
                _refuse_changed(tournament, snapshot, plan.number)
            if not has_begun(tournament):  # a step of which this is a part has kept what was before it
                restore_points.keep(
                    tournament, SnapshotReason.BEFORE_PAIRING, actor=actor, round_number=plan.number
                )
            round_, house = drafts.create(tournament, plan, snapshot, overrides)
            log.write(
                tournament=tournament,
                actor=actor,
                action=Action.ROUND_PAIRED,
                round_number=plan.number,
                before={"status": tournament.status},
                after={
                    "matches": len(plan.matches),
                    "byes": len(plan.byes),
                    "overrides": dict(overrides),
                    "ahead_of": open_number(snapshot),
                    "house": house,
                },
            )
            restore_points.keep(
                tournament, SnapshotReason.AFTER_PAIRING, actor=actor, round_number=plan.number
            )
            return round_
    except IntegrityError as error:
        # The unique constraint is the real guard; whoever was faster has the round.
        if Round.objects.filter(tournament=tournament, number=plan.number).exists():
            raise refuse.round_exists(number=plan.number) from error
        raise


def open_number(snapshot: Snapshot) -> int | None:
    """The number of the round that is being played in `snapshot`."""
    return snapshot.rounds[-1].number if snapshot.rounds and is_open(snapshot.rounds[-1]) else None


def _refuse_changed(tournament: Tournament, snapshot: Snapshot, number: int) -> None:
    """Errors: `event_changed`, unless the plan made from `snapshot` fits the event as it is now."""
    now = snapshots.being_played(snapshots.load(tournament, absent_in=number))
    if not snapshots.is_same_basis(snapshot, now) or tournament.rounds.count() != number - 1:
        raise refuse.event_changed()


def publish(*, tournament: Tournament, actor: User | None, round_: Round) -> Round:
    """Show the draft to everybody. Errors: `wrong_state`."""
    with changing(tournament, touches=("rounds",), later=("settings",)):
        status = tournament.status
        move(round_, {RoundState.DRAFT}, RoundState.PUBLISHED, published_at=timezone.now())
        if status == Status.SETUP:
            touching(tournament.pk, "settings")
            tournament.status = Status.RUNNING
            tournament.save(update_fields=["status"])
        _log_move(tournament, actor, Action.ROUND_PUBLISHED, round_, RoundState.DRAFT, status=status)
    return round_


def start(*, tournament: Tournament, actor: User | None, round_: Round) -> Round:
    """The players sit down. Optional: the first result starts a round as well. Errors: `wrong_state`."""
    with changing(tournament, touches=("rounds",)):
        move(round_, {RoundState.PUBLISHED}, RoundState.IN_PROGRESS)
        _log_move(tournament, actor, Action.ROUND_STARTED, round_, RoundState.PUBLISHED)
    return round_


def complete(*, tournament: Tournament, actor: User | None, round_: Round) -> Round:
    """Close a round whose results are all in; of two being played, the earlier one first.

    Errors: `earlier_round_open`, `missing_results` (params: tables), `wrong_state`.
    """
    with changing(tournament, touches=("rounds",)):
        missing = missing_tables(round_)
        round_.refresh_from_db()
        is_open = round_.state in (RoundState.PUBLISHED, RoundState.IN_PROGRESS)
        if is_open:
            refuse_before_earlier(round_)
        if missing and is_open:
            raise refuse.missing_results(
                number=round_.number, tables=missing, list=", ".join(map(str, missing))
            )
        before = RoundState(round_.state)
        move(
            round_,
            {RoundState.PUBLISHED, RoundState.IN_PROGRESS},
            RoundState.COMPLETED,
            completed_at=timezone.now(),
        )
        _log_move(tournament, actor, Action.ROUND_COMPLETED, round_, before)
    return round_


def reopen_round(*, tournament: Tournament, actor: User | None, round_: Round) -> Round:
    """Take the completion of the latest round back. Errors: `later_round` (correct results instead),
    `wrong_state`.
    """
    with changing(tournament, touches=("rounds",)):
        later = tournament.rounds.filter(number__gt=round_.number).values_list("number", flat=True).first()
        if later is not None:
            raise refuse.later_round(number=round_.number, later=later)
        move(round_, {RoundState.COMPLETED}, RoundState.IN_PROGRESS, completed_at=None)
        _log_move(tournament, actor, Action.ROUND_REOPENED, round_, RoundState.COMPLETED)
    return round_


def discard_draft(*, tournament: Tournament, actor: User | None, round_: Round) -> None:
    """Throw a draft away. Late entries made while it stood may now play in it. Errors: `wrong_state`."""
    with changing(tournament, touches=(), later=("rounds", "matches", "byes", "players", "settings")):
        drafts.drop(tournament, round_)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.ROUND_DISCARDED,
            round_number=round_.number,
        )


def _log_move(
    tournament: Tournament,
    actor: User | None,
    action: Action,
    round_: Round,
    before: RoundState,
    **more: object,
) -> None:
    log.write(
        tournament=tournament,
        actor=actor,
        action=action,
        round_number=round_.number,
        before={"state": before.value, **more},
        after={"state": round_.state},
    )

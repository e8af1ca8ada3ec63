"""The pairings of the latest round taken back before it is played: a draft again, or paired again in the same step."""

from collections.abc import Callable, Mapping

from accounts.models import User
from tournaments.history import restore_points
from tournaments.models import (
    Action,
    Match,
    Round,
    RoundClock,
    RoundState,
    SnapshotReason,
    Status,
    Tournament,
)
from tournaments.rounds.refusals import refuse
from tournaments.rounds.selectors.taken_back import OUT, first_beside, overrides_of, tables_with_results
from tournaments.rounds.services import drafts, rounds
from tournaments.steps import log
from tournaments.steps.changes import changing, touching
from tournaments.steps.round_state import move


def take_back(*, tournament: Tournament, actor: User | None, round_: Round) -> Round:
    """Withdraw the publication of a round: it is a draft again, and players are told that its pairings were taken back.

    Its clock and marks of playing tables go; of two open rounds only the later one can be taken back. Rounds that are
    open side by side go with the first of them.
    Errors: `later_round` (params: later), `open_beside` (params: first), `has_results` (params: tables), `wrong_state`.
    """
    with changing(tournament, touches=("rounds",), later=("matches", "byes", "players", "settings")):
        _drop_those_beside(tournament, round_)
        _withdraw(tournament, actor, round_)
    return round_


def pair_again(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    overrides: Mapping[str, object] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Round:
    """Pair the latest round again as a draft, with everything that has changed since; one step, so one undo.

    Pairings that are published are taken back first. Without `overrides` those of the round hold again. The field is
    read once the old round is gone, so all of it happens inside one change. Errors: those of `take_back` and of
    `rounds.pair_next_round`; then the round stays as it was.
    """
    with changing(tournament, touches=("rounds",), later=("matches", "byes", "players", "settings")):
        round_.refresh_from_db()
        _drop_those_beside(tournament, round_)
        restore_points.keep(
            tournament, SnapshotReason.BEFORE_PAIRING, actor=actor, round_number=round_.number
        )
        if round_.state != RoundState.DRAFT:
            _withdraw(tournament, actor, round_)
        drafts.drop(tournament, round_)
        return rounds.pair_next_round(
            tournament=tournament,
            actor=actor,
            overrides=overrides_of(round_) if overrides is None else overrides,
            on_progress=on_progress,
        )


def _drop_those_beside(tournament: Tournament, round_: Round) -> None:
    """The later rounds that are open beside the first of them go; they came with it and can come again. Errors: those
    of `take_back`, but for `wrong_state`.
    """
    first = first_beside(tournament, round_.number)
    later = list(tournament.rounds.filter(number__gt=round_.number).order_by("-number"))
    if first is None and later:
        raise refuse.not_latest(number=round_.number, later=later[0].number)
    if first not in (None, round_.number):
        raise refuse.open_beside(number=round_.number, first=first)
    for row in (round_, *later):
        if row.state in OUT and (tables := tables_with_results(row)):
            raise refuse.has_results(number=row.number, tables=tables, list=", ".join(map(str, tables)))
    for row in later:
        move(row, {*OUT, RoundState.COMPLETED}, RoundState.DRAFT)
        drafts.drop(tournament, row)


def _withdraw(tournament: Tournament, actor: User | None, round_: Round) -> None:
    """From published to draft, inside a running change."""
    round_.refresh_from_db()
    before = {"state": round_.state, "status": tournament.status}
    move(round_, set(OUT), RoundState.DRAFT, published_at=None, started_at=None)
    rows = Match.objects.filter(round=round_).order_by()
    touching(tournament.pk, matches=rows.values_list("pk", flat=True))
    rows.update(playing_since=None)
    RoundClock.objects.filter(round=round_).delete()
    if round_.number == 1:
        touching(tournament.pk, "settings")
        tournament.status = Status.SETUP
        tournament.save(update_fields=["status"])
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.ROUND_TAKEN_BACK,
        round_number=round_.number,
        before=before,
        after={"state": round_.state, "status": tournament.status},
    )

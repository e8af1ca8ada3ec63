"""Rounds that are open side by side: a match is there once its players are known, and rounds end by themselves.

Every change that may bring a match about ends with `advance`, inside the same step, so one undo takes both back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils import timezone

from pairing import engine
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.types import Round as CoreRound, RoundPlan, Snapshot
from tournaments import snapshots
from tournaments.events.selectors.phases import is_side_by_side
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import Match, Round, RoundInput, RoundState, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.results.services.leaving import forfeit_what_is_left
from tournaments.rounds.services import drafts, plans
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.refusals import CoreError

Numbers = Collection[tuple[int, int]]
Seated = tuple[tuple[int, int], tuple[int, ...]]


def advance(tournament: Tournament) -> Numbers:
    """Bring the open rounds to what is known by now; nothing where one round follows the other. Gives the matches
    (round, number) that went, or got other players.

    Matches that have begun stay whatever the results before them say now; others go where those no longer lead to them.
    Where all matches are there, whoever has left loses by forfeit what has not begun. Errors: CoreError.
    """
    if not is_side_by_side(tournament):
        return ()
    gone: set[Seated] = set()
    with changing(tournament, touches=(), later=("rounds", "matches", "byes", "players", "settings")):
        has_forfeits = forfeit_what_is_left(tournament)
        snapshot = snapshots.load(tournament)
        coming = _open_rounds(tournament, snapshot)
        rows = {row.number: row for row in tournament.rounds.exclude(state=RoundState.DRAFT)}
        changes = [_bring(tournament, plan, snapshot, rows) for plan in coming]
        last = coming[-1].number if coming else len(rows)
        empty = [rows.pop(number) for number in sorted(rows) if number > last]
        for row in empty:
            _drop(tournament, row)
        if not any([*changes, has_forfeits, empty, *_settled(tournament, coming, rows)]):
            raise Unchanged
        before = snapshot.rounds[coming[0].number - 1 :] if coming else snapshot.rounds
        gone |= _seated(before) - _seated(coming)
    return {id for id, _seats in gone}


def _seated(rounds: Iterable[CoreRound | RoundPlan]) -> set[Seated]:
    return {((r.number, m.table), tuple(m.seats)) for r in rounds for m in r.matches}


def _open_rounds(tournament: Tournament, snapshot: Snapshot) -> Sequence[RoundPlan]:
    try:
        return engine.open_rounds(snapshot, not_begun(tournament))
    except PairingError as error:
        raise CoreError(error, names=names_of_entrants(snapshot.entrants)) from error


def not_begun(tournament: Tournament) -> Numbers:
    """Matches (round, number) of published rounds that have no result and that nobody has begun."""
    rows = unplayed(Match.objects.filter(round__tournament=tournament, playing_since=None))
    return set(rows.values_list("round__number", "table"))


def _bring(tournament: Tournament, plan: RoundPlan, snapshot: Snapshot, rows: dict[int, Round]) -> bool:
    """Make a round what its plan says, and one of `rows` where it is new; whether that changed anything."""
    before = snapshot.rounds[plan.number - 1] if plan.number <= len(snapshot.rounds) else None
    if before is None:
        rows[plan.number] = _open(tournament, plan, snapshot)
        return True
    if _is_as_planned(before, plan):
        return False
    row = rows[plan.number]
    plans.store(tournament, row, plan, snapshot, [m.table for m in before.matches if not m.is_open])
    if plan.is_whole:
        _keep_input(tournament, row, snapshot)
    return True


def _open(tournament: Tournament, plan: RoundPlan, snapshot: Snapshot) -> Round:
    """A round of which the first match is known is published at once."""
    row, _house = drafts.create(tournament, plan, snapshot, {})
    row.state, row.published_at = RoundState.PUBLISHED, timezone.now()
    row.save(update_fields=["state", "published_at"])
    return row


def _is_as_planned(stored: CoreRound, plan: RoundPlan) -> bool:
    matches: Mapping[int, Sequence[int]] = {match.table: match.seats for match in plan.matches}
    if {match.table: match.seats for match in stored.matches} != matches:
        return False
    return {(bye.player, bye.kind) for bye in stored.byes} == {(bye.player, bye.kind) for bye in plan.byes}


def _keep_input(tournament: Tournament, row: Round, snapshot: Snapshot) -> None:
    """What a round was paired from is known when its last match is."""
    touching(tournament.pk, inputs=[row.pk])
    past = document.dump(snapshots.up_to(snapshot, row.number - 1))
    RoundInput.objects.filter(round=row).update(document=past)


def _settled(tournament: Tournament, coming: Sequence[RoundPlan], rows: Mapping[int, Round]) -> list[Round]:
    """A round is over when all its matches are, and open again when one of them is; those that this changed."""
    waiting = set(
        unplayed(Match.objects.filter(round__tournament=tournament)).values_list("round_id", flat=True)
    )
    changed = []
    for plan in coming:
        row = rows[plan.number]
        is_over = plan.is_whole and row.pk not in waiting
        if is_over != (row.state == RoundState.COMPLETED):
            touching(tournament.pk, "rounds")
            row.state = RoundState.COMPLETED if is_over else RoundState.IN_PROGRESS
            row.completed_at = timezone.now() if is_over else None
            row.save(update_fields=["state", "completed_at"])
            changed.append(row)
    return changed


def _drop(tournament: Tournament, row: Round) -> None:
    """A round to which no result leads any more; none of its matches has begun."""
    matches = Match.objects.filter(round=row).order_by()
    touching(tournament.pk, "rounds", "byes", matches=matches.values_list("pk", flat=True), inputs=[row.pk])
    matches.delete()
    row.delete()

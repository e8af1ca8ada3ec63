"""The order of rounds that are played side by side: when the next may be paired, when one may be completed."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pairing import engine
from pairing.engine.phases import index_of, starts
from pairing.model.options import parse
from pairing.model.types import Phase, Snapshot
from pairing.systems.mahjong.options import FinalOptions
from pairing.systems.mahjong.phases import phases as phases_of_final
from tournaments import snapshots
from tournaments.events.refusals import refuse
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.phases import phases_of
from tournaments.models import Round, RoundState, Tournament


def refuse_out_of_turn(now: EventNow) -> None:
    """Errors: `opens_by_itself`, `two_rounds_open` (params: number, the one to complete first), `waits_for_results`
    (params: number, open, tables) for a round that is paired on true results only.
    """
    if now.side_by_side:
        raise refuse.opens_by_itself()
    if len(now.played) > 1:
        raise refuse.two_rounds_open(number=now.played[0].number, later=now.played[1].number)
    ahead = now.ahead
    if ahead is None or ahead.may:
        return
    if not ahead.missing:
        raise refuse.waits_for_completion(number=ahead.number, open=ahead.open, tables=[], list="")
    raise refuse.waits_for_results(
        number=ahead.number,
        open=ahead.open,
        tables=list(ahead.missing),
        list=", ".join(map(str, ahead.missing)),
    )


def refuse_before_earlier(round_: Round) -> None:
    """Rounds are completed in order. Errors: `earlier_round_open` (params: earlier)."""
    open_ = Round.objects.filter(tournament=round_.tournament_id, number__lt=round_.number)
    earlier = open_.exclude(state=RoundState.COMPLETED).order_by("number").first()
    if earlier is not None:
        raise refuse.earlier_round_open(number=round_.number, earlier=earlier.number)


def refuse_another_last_round(tournament: Tournament, planned: int) -> None:
    """Where the last round is paired on other results than the rest, which one is last must not change afterwards.

    Otherwise nobody could pair the round again from the event's document. Errors: `last_round_paired` (params: number).
    """
    now = snapshots.load(tournament, drafts=True)
    then = replace(now, rounds_planned=planned)
    _refuse_another_end(now, then, {tournament.rounds_planned, planned}, "rounds_planned")


def refuse_another_end(tournament: Tournament, phases: Sequence[Phase]) -> None:
    """The same for the end of the phase that is being played. Errors: `last_round_paired` (params: number)."""
    now = snapshots.load(tournament, drafts=True)
    if not now.rounds:
        return
    then = replace(now, phases=tuple(phases), rounds_planned=None)
    at = index_of(phases, len(now.rounds))
    ends = {starts(each)[at] + (each[at].rounds or 0) for each in (phases_of(tournament), phases)}
    _refuse_another_end(now, then, ends, f"phases[{at}].rounds")


def _refuse_another_end(now: Snapshot, then: Snapshot, ends: Iterable[int], field: str) -> None:
    for number in sorted(ends):
        if not 1 < number <= len(now.rounds):
            continue
        plans = (replace(plan, rounds=now.rounds[: number - 1]) for plan in (now, then))
        if len({engine.assumed(plan) is None for plan in plans}) > 1:
            raise refuse.last_round_paired(field=field, number=number)


def refuse_another_cut(tournament: Tournament, planned: int) -> None:
    """A round that was paired before the cut must not come to lie behind it afterwards, nor the other way round.

    Errors: `cut_fixed` (params: number, the last round before the cut).
    """
    options = parse(engine.find_system(tournament.system).options, tournament.options)
    if not isinstance(options, FinalOptions):
        return
    snapshot = snapshots.load(tournament, drafts=True)
    now, then = (
        phases_of_final(replace(snapshot, rounds_planned=rounds), options).qualifying
        for rounds in (tournament.rounds_planned, planned)
    )
    if now != then and len(snapshot.rounds) > min(now, then):
        raise refuse.cut_fixed(number=now)

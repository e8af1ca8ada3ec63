"""The schedule of an event planned ahead: planned, searched for a better one, kept, planned again for who is there.

Planning makes a proposal, a job row that changes nothing in the event. Somebody who has seen both plans keeps one of
them; keeping is the only thing that writes to the event, and is refused when the proposal was made for other players
or other rounds than there are now.
"""

from __future__ import annotations

from typing import Any

from accounts.models import User
from pairing.model.errors import PairingError
from tournaments.models import OPEN_WORK, Action, Job, JobState, Status, Tournament
from tournaments.players.services.players import next_unpaired_round
from tournaments.rounds.services import drafts
from tournaments.schedules.refusals import refuse
from tournaments.schedules.selectors import plans
from tournaments.schedules.selectors.plan_state import decision, seated_in
from tournaments.schedules.selectors.plans import Rounds, Task
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.refusals import CoreError

SHORTEST, LONGEST = 30, 3600


def request(tournament: Tournament, seconds: int) -> dict[str, object]:
    """The parameters of a job that plans: at once (`seconds` 0), or searching for so long.

    Errors: `event_finished`, `bad_seconds`, those of `current_task`.
    """
    if seconds and not SHORTEST <= seconds <= LONGEST:
        raise refuse.bad_seconds(low=SHORTEST, high=LONGEST)
    if tournament.status == Status.FINISHED:
        raise refuse.event_finished()
    return {"seconds": seconds, "basis": current_task(tournament).to_json()}


def current_task(tournament: Tournament) -> Task:
    """What there is to plan now.

    Errors: `not_planned_ahead`, `nothing_to_plan`, `too_few_players`, those of the core.
    """
    try:
        found = plans.task_of(tournament)
    except PairingError as error:
        raise CoreError(error) from error
    if (obstacle := plans.obstacle(found)) is not None:
        raise obstacle()
    assert found is not None
    return found


def stop(job: Job) -> None:
    """End a search as soon as it looks; the best plan it has is its answer. A search that is over stays as it is."""
    Job.objects.filter(pk=job.pk, state__in=OPEN_WORK).update(params={**job.params, "stop": True})


def keep(*, tournament: Tournament, actor: User | None, job: Job) -> None:
    """Make the plan of a job the plan of the event. House players it needs become players of the event.

    Errors: `decided` (somebody has chosen already), `not_ready`, `plan_outdated`, those of `current_task`.
    """
    with changing(tournament, touches=(), later=("settings", "players")):
        proposal = _open_proposal(job)
        if current_task(tournament).to_json() != proposal.params["basis"]:
            raise refuse.plan_outdated()
        result: dict[str, Any] = proposal.result or {}
        before = _as_logged(tournament)
        drafts.add_house_players(
            tournament, _strangers(tournament, result["schedule"]), next_unpaired_round(tournament)
        )
        drafts.set_schedule(tournament, result["schedule"], searched=True)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.SCHEDULE_PLANNED,
            before=before,
            after={"figures": result["best"], "rounds_kept": len(proposal.params["basis"]["played"])},
        )
        _decide(proposal, "kept")


def drop(job: Job) -> None:
    """Leave everything as it is. Errors: `decided`, `not_ready`."""
    _decide(_open_proposal(job), "dropped")


def clear(*, tournament: Tournament, actor: User | None) -> None:
    """Throw the stored plan away, as long as no round is paired from it. Errors: `nothing_planned`, `plan_in_use`."""
    with changing(tournament, touches=(), later=("settings", "players")):
        if not tournament.schedule:
            raise refuse.nothing_planned()
        if tournament.rounds.exists():
            raise refuse.plan_in_use()
        before = _as_logged(tournament)
        drafts.set_schedule(tournament, [], searched=False)
        log.write(tournament=tournament, actor=actor, action=Action.SCHEDULE_CLEARED, before=before)


def _open_proposal(job: Job) -> Job:
    fresh = Job.objects.get(pk=job.pk)
    if decision(fresh):
        raise refuse.decided()
    if fresh.state != JobState.DONE:
        raise refuse.not_ready()
    return fresh


def _decide(job: Job, what: str) -> None:
    job.params = {**job.params, "decided": what}
    job.save(update_fields=["params"])


def _as_logged(tournament: Tournament) -> dict[str, object]:
    """The plan as it is, so that the step can be taken back."""
    house = tournament.players.filter(house=True).values_list("number", flat=True)
    inside = set(house) & seated_in(tournament.schedule)
    return {
        "schedule": tournament.schedule,
        "searched": tournament.schedule_searched,
        "house": sorted(inside),
    }


def _strangers(tournament: Tournament, schedule: Rounds) -> set[int]:
    """Who sits in a plan and is no player of the event yet: its new house players."""
    return seated_in(schedule) - set(tournament.players.values_list("number", flat=True))

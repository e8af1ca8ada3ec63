"""The schedule of an event planned ahead: planned, searched for a better one, kept, planned again for who is there.

Planning makes a proposal, a job row that changes nothing in the event. Somebody who has seen both plans keeps one of
them; keeping is the only thing that writes to the event, and is refused when the proposal was made for other players
or other rounds than there are now.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.seating.schedule import STEPS_PER_SECOND
from tournaments.models import OPEN_WORK, Action, Job, JobState, Status, Tournament
from tournaments.players.services.players import next_unpaired_round
from tournaments.rounds.services import drafts
from tournaments.schedules.refusals import refuse
from tournaments.schedules.selectors import plans
from tournaments.schedules.selectors.figures import sort_key
from tournaments.schedules.selectors.plan_state import decision, seated_in
from tournaments.schedules.selectors.plans import Rounds, Task
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.refusals import CoreError

SHORTEST, LONGEST = 30, 3600
# How often a search says how far it is and asks whether to stop, in seconds.
TELL_EVERY = 1.0
# Searches of so many seconds, each twice as long as the one before: a finished plan is there early.
FIRST_RUN = 1.0


def request(tournament: Tournament, seconds: int) -> dict[str, Any]:
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


def make_plan(job: Job, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The best plan found in the time given; what another worker had found before it died counts.

    `job.result` has, while this is at work: `figures` of the best so far, `schedule` once one is finished, `spent`
    seconds. Errors: those of the core (no such schedule, too few players).
    """
    search = _Search(job, progress)
    try:
        search.run()
    except PairingError as error:
        raise CoreError(error) from error
    return search.result


class _Search:
    """One job at work: its clock, the best plan so far, and whether somebody wants it to stop."""

    def __init__(self, job: Job, progress: Callable[[int, int], None]) -> None:
        self.job, self.progress = job, progress
        self.task = Task.from_json(job.params["basis"])
        self.seconds: int = job.params["seconds"]
        self.start = plans.as_it_is(job.tournament) if job.tournament is not None else []
        self.result: dict[str, Any] = {"figures": {}, "schedule": None, "spent": 0.0, "runs": 0}
        self.result |= job.result or self._as_it_is()
        self.before: float = self.result["spent"]
        self.began = monotonic()
        self.told = self.began - TELL_EVERY
        self.stopped = False

    def _as_it_is(self) -> dict[str, Any]:
        """The plan there is, as the best so far, where it is for the same people: a search only makes it better."""
        if not self.seconds or not plans.fits(self.start, self.task):
            return {}
        figures = plans.measured(self.start, self.task)
        return {"schedule": self.start, "best": figures, "figures": figures}

    @property
    def spent(self) -> float:
        """Seconds of work, those of a worker before this one included."""
        return self.before + monotonic() - self.began

    def run(self) -> None:
        """Once where no time is given; else again and again, each time longer, until the time is over."""
        length = FIRST_RUN
        while self.result["schedule"] is None or self.goes_on():
            self.once(length)
            length *= 2
            if not self.seconds or self.is_best:
                break
        self.result["spent"] = self.spent

    @property
    def is_best(self) -> bool:
        """Whether no plan can be better than the one found."""
        return len(plans.reasons(self.result["schedule"], self.task)) == len(self.result["best"])

    def once(self, length: float) -> None:
        """One search from the start with lots of its own, of about so many seconds; kept if it is the best."""
        found = self.found(length)
        figures = plans.measured(found, self.task)
        self.result["runs"] += 1
        best = self.result.get("best")
        if best is None or sort_key(figures) < sort_key(best):
            self.result |= {"schedule": found, "best": figures}
        self.result["figures"] = self.result["best"]
        self.tell()

    def found(self, length: float) -> Rounds:
        """A whole plan. At once and before the first round it is the one that pairing would make by itself."""
        if not self.seconds and not self.task.played and self.job.tournament is not None:
            return plans.at_once(self.job.tournament)
        left = self.seconds - self.spent
        if left < 2 * length:  # no other one fits in after this one
            length = max(left, FIRST_RUN)
        runs = self.result["runs"]
        return plans.seated(
            self.task,
            # By turns from the start, where the planner knows schedules of its own, and from the best so far.
            start=(self.result["schedule"] or self.start) if runs % 2 else [],
            seed=runs,
            steps=int(length * STEPS_PER_SECOND),
            keep_going=lambda share: self.goes_on(),
            report=self.live,
        )

    def live(self, share: float, figures: dict[str, Any]) -> None:
        """The search has a better one than before. It counts once it is finished, and if it beats the runs before."""
        best = self.result.get("best")
        if best is None:
            self.result["figures"] = figures

    def goes_on(self) -> bool:
        """Whether to go on; asked very often, so it looks at the clock only."""
        if monotonic() - self.told >= TELL_EVERY:
            self.tell()
        return not self.stopped and (self.spent < self.seconds or not self.seconds)

    def tell(self) -> None:
        """Hold the lease, write how far the search is, and look whether it is to stop. Errors: LeaseLost."""
        self.told = monotonic()
        self.result["spent"] = self.spent
        self.progress(min(int(self.spent), self.seconds), self.seconds)
        mine = Job.objects.filter(pk=self.job.pk, token=self.job.token)
        mine.update(result=self.result)
        params = mine.values_list("params", flat=True).first()
        self.stopped = bool(params and params.get("stop"))


def stop(job: Job) -> None:
    """End a search as soon as it looks; the best plan it has is its answer. A search that is over stays as it is."""
    Job.objects.filter(pk=job.pk, state__in=OPEN_WORK).update(params={**job.params, "stop": True})


def keep(*, tournament: Tournament, actor: User | None, job: Job) -> None:
    """Make the plan of a job the plan of the event. House players it needs become players of the event.

    Errors: `decided` (somebody has chosen already), `not_ready`, `plan_outdated`, those of `current_task`.
    """
    with changing(tournament):
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
    with changing(tournament):
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


def _as_logged(tournament: Tournament) -> dict[str, Any]:
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

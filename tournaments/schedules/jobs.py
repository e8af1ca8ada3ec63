"""Plan a schedule, in the request or on a worker."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any

from django.db import transaction

from accounts.models import User
from pairing.model.errors import PairingError
from pairing.seating.schedule import STEPS_PER_SECOND
from tournaments.jobs import lease, running
from tournaments.jobs.lease import Progress
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.schedules import services as schedules
from tournaments.schedules.selectors import plans
from tournaments.schedules.selectors.figures import sort_key
from tournaments.schedules.selectors.plans import Rounds, Task
from tournaments.steps.refusals import CoreError

# How often a search says how far it is and asks whether to stop, in seconds.
TELL_EVERY = 1.0
# Searches of so many seconds, each twice as long as the one before: a finished plan is there early.
FIRST_RUN = 1.0


def plan_schedule(*, tournament: Tournament, actor: User | None, seconds: int = 0) -> Job:
    """A proposal for the whole schedule: made before this returns, or (`seconds`) searched for beside the request.

    Where there is no plan yet, one made at once is kept at once. While a plan is being made, another click returns that
    job. Errors: those of schedules.services.request and keep.
    """
    job, is_new = lease.create_job(
        tournament=tournament,
        actor=actor,
        kind=JobKind.PLAN_SCHEDULE,
        params=schedules.request(tournament, seconds),
    )
    if not is_new:
        return running.look_after(job)
    if seconds:
        transaction.on_commit(partial(running.send, job.pk))
        return job
    lease.run(job.pk)
    job.refresh_from_db()
    if job.state == JobState.DONE and not tournament.schedule:
        schedules.keep(tournament=tournament, actor=actor, job=job)
        job.refresh_from_db()
    return job


def make_plan(job: Job, progress: Progress) -> dict[str, object]:
    """The work of a `PLAN_SCHEDULE` job: the best plan found in the time given. What another worker had found
    before it died counts.

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

    def __init__(self, job: Job, progress: Progress) -> None:
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

    def _as_it_is(self) -> dict[str, object]:
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

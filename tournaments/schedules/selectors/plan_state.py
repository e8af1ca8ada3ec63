"""The plan as the desk sees it: what is stored, what is being looked for, what was found, whom the plan has not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pairing.model.errors import TEXTS, PairingError
from pairing.model.reasons import shown_params
from tournaments.models import OPEN_WORK, Job, JobKind, JobState, Tournament
from tournaments.schedules.refusals import refuse
from tournaments.schedules.selectors import plans
from tournaments.schedules.selectors.figures import Compared, Figure, compared, figures_of, sort_key
from tournaments.schedules.selectors.plans import Task, measured
from tournaments.schedules.selectors.schedules import Person, Schedule, schedule_of


@dataclass(frozen=True, slots=True)
class PlanState:
    """All that the page of the plan shows. `gone` and `come`: who is in the plan and not there, and the reverse;
    `lacks`: how many rounds the event has more than the plan.

    `why_not`: why nothing can be planned, "" where it can. `verdict` of a proposal: "better", "worse", "" for as good,
    "same" where it is the plan there is, "other" where that one does not fit any more.
    """

    schedule: Schedule | None
    is_stored: bool
    why_not: str = ""
    gone: tuple[Person, ...] = ()
    come: tuple[Person, ...] = ()
    lacks: int = 0
    figures: tuple[Figure, ...] = ()
    job: Job | None = None
    compared: tuple[Compared, ...] = ()
    verdict: str = ""
    outdated: str = ""

    @property
    def can_plan(self) -> bool:
        return not self.why_not

    @property
    def is_misfit(self) -> bool:
        """Whether the plan is for other people or rounds than there are."""
        return bool(self.gone or self.come or self.lacks)

    @property
    def paired(self) -> int:
        """Rounds of the plan that are paired."""
        return sum(round_.is_paired for round_ in self.schedule.rounds) if self.schedule else 0

    @property
    def house_count(self) -> int:
        return sum(person.is_house for person in self.schedule.people.values()) if self.schedule else 0

    @property
    def all_best(self) -> bool:
        """Whether no plan can be better."""
        return (
            bool(self.figures)
            and not self.is_misfit
            and all(figure.why is not None for figure in self.figures)
        )

    @property
    def is_at_work(self) -> bool:
        return self.job is not None and self.job.state in OPEN_WORK

    @property
    def is_proposal(self) -> bool:
        """Whether somebody has to choose between two plans."""
        return self.job is not None and self.job.state == JobState.DONE and not decision(self.job)

    @property
    def is_stopped(self) -> bool:
        """Whether somebody wants, or wanted, the search to end."""
        return self.job is not None and bool(self.job.params.get("stop"))

    @property
    def error(self) -> str:
        """Why the last plan came to nothing."""
        if self.job is None or self.job.state != JobState.FAILED or self.outdated:
            return ""
        return str((self.job.error or {}).get("message", ""))


def state_of(tournament: Tournament, job: Job | None) -> PlanState:
    """The plan and what is going on with it; `job` is `latest_job`."""
    schedule = schedule_of(tournament, drafts=True)
    task, refusal = _task(tournament)
    obstacle = plans.obstacle(task)
    why_not = refusal or (str(obstacle()) if obstacle else "")
    if schedule is None or task is None:
        return PlanState(schedule, bool(tournament.schedule), why_not)
    now = measured(schedule.seats, task)
    gone, come = _misfits(tournament, task) if task.rounds else ((), ())
    lacks = max(0, len(task.played) + task.rounds - len(schedule.rounds))
    found: dict[str, object] = (job.result or {}).get("figures", {}) if job is not None else {}
    return PlanState(
        schedule,
        bool(tournament.schedule),
        why_not=why_not,
        gone=gone,
        come=come,
        lacks=lacks,
        figures=figures_of(now, plans.reasons(schedule.seats, task)),
        job=job,
        compared=compared(now, found) if found else (),
        verdict="other" if gone or come or lacks else _verdict(schedule, job, now, found),
        outdated=str(refuse.plan_outdated())
        if job is not None and job.params["basis"] != task.to_json()
        else "",
    )


def latest_job(tournament: Tournament) -> Job | None:
    """The last time somebody had a plan made, whatever became of it."""
    return Job.objects.filter(tournament=tournament, kind=JobKind.PLAN_SCHEDULE).order_by("-id").first()


def decision(job: Job) -> str:
    """What somebody has chosen: "kept", "dropped", or "" as long as nobody has."""
    return str(job.params.get("decided", ""))


def _task(tournament: Tournament) -> tuple[Task | None, str]:
    try:
        return plans.task_of(tournament), ""
    except PairingError as error:
        shown = shown_params(tuple(error.params.items()), str)
        return None, gettext(TEXTS[error.code]).format(**shown)


def _verdict(schedule: Schedule, job: Job | None, now: dict[str, object], found: dict[str, object]) -> str:
    if job is not None and (job.result or {}).get("schedule") == plans.as_lists(schedule.seats):
        return "same"
    if len(found) < len(now) or sort_key(found) == sort_key(now):
        return ""
    return "better" if sort_key(found) < sort_key(now) else "worse"


def _misfits(tournament: Tournament, task: Task) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Who has a seat in the stored plan to come and has left, and who is there without a seat anywhere in it."""
    if not tournament.schedule:
        return (), ()
    rows = {row.number: row for row in tournament.players.filter(house=False)}
    to_come = seated_in(tournament.schedule[len(task.played) :]) & rows.keys()
    anywhere = seated_in(tournament.schedule)
    gone = sorted(to_come - set(task.people))
    come = sorted(set(task.people) - anywhere)
    return _people(rows, gone), _people(rows, come)


def _people(rows: dict[int, Any], numbers: Iterable[int]) -> tuple[Person, ...]:
    return tuple(Person(number, rows[number].name) for number in numbers)


def seated_in(rounds: Iterable[Iterable[Iterable[int]]]) -> set[int]:
    """The numbers of all who sit at a table of a schedule."""
    return {number for tables in rounds for table in tables for number in table}

"""Planning: what there is to plan, a plan made for it, and how good one is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pairing import seating
from pairing.model.clubs import kept_apart
from pairing.model.reasons import Reason
from pairing.model.types import FOUR, Snapshot
from pairing.systems.mahjong import schedule_of
from pairing.systems.mahjong.planning import draw_numbers
from tournaments import snapshots
from tournaments.models import Tournament
from tournaments.schedules.refusals import refuse
from tournaments.schedules.selectors.schedules import (
    options_of,
    planned_rounds,
    schedule_of as schedule_to_show,
)
from tournaments.steps.refusals import Refusal

Rounds = list[list[list[int]]]
Report = Callable[[float, dict[str, int | float]], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What there is to plan: `rounds` rounds after those `played`, for `people` and `house` players.

    A proposal fits the event as long as this is the same.
    """

    played: tuple[tuple[tuple[int, ...], ...], ...]
    rounds: int
    people: tuple[int, ...]
    house: tuple[int, ...]
    rounds_per_day: int | None
    forbidden: tuple[tuple[int, int], ...]
    uneven: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """Everybody with a seat, in the order of the numbers they have drawn, house players last."""
        return (*self.people, *self.house)

    def to_json(self) -> dict[str, Any]:
        """As a job keeps it."""
        data: dict[str, object] = json.loads(json.dumps(asdict(self)))
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Task:
        """What `to_json` gave."""
        return cls(
            played=tuple(tuple(tuple(table) for table in tables) for tables in data["played"]),
            rounds=data["rounds"],
            people=tuple(data["people"]),
            house=tuple(data["house"]),
            rounds_per_day=data["rounds_per_day"],
            forbidden=tuple((a, b) for a, b in data["forbidden"]),
            uneven=data["uneven"],
        )


def task_of(tournament: Tournament) -> Task | None:
    """What there is to plan now; None for an event that is not planned ahead. Errors: PairingError of the core."""
    snapshot = snapshots.load(tournament, drafts=True)
    last = planned_rounds(snapshot)
    if not last:
        return None
    number = len(snapshot.rounds) + 1
    drawn = draw_numbers(snapshot)
    people = sorted(
        (e.id for e in snapshot.entrants if not e.house and e.takes_part_in(number)),
        key=lambda id: (drawn.get(id, len(drawn) + 1), id),
    )
    options = options_of(snapshot)
    return Task(
        played=tuple(tuple(match.seats for match in round_.matches) for round_ in snapshot.rounds[:last]),
        rounds=max(0, last - len(snapshot.rounds)),
        people=tuple(people),
        house=_house(snapshot, len(people)) if options.uneven == "house" else (),
        rounds_per_day=options.rounds_per_day,
        forbidden=kept_apart(snapshot, number),
        uneven=options.uneven,
    )


def _house(snapshot: Snapshot, people: int) -> tuple[int, ...]:
    """As many house players as fill the last table: first those there are, then the numbers after the highest."""
    known = [e.id for e in snapshot.entrants if e.house]
    top = max((e.id for e in snapshot.entrants), default=0)
    needed = -people % FOUR
    return tuple([*known, *range(top + 1, top + 1 + FOUR)][:needed])


def obstacle(task: Task | None) -> Refusal | None:
    """Why nothing can be planned; None where something can."""
    if task is None:
        return refuse.not_planned_ahead
    if not task.rounds:
        return refuse.nothing_to_plan
    return refuse.too_few_players if len(task.people) < FOUR else None


def seated(
    task: Task,
    *,
    start: Rounds,
    seed: int,
    steps: int,
    keep_going: Callable[[float], bool],
    report: Report,
) -> Rounds:
    """A whole plan for a task: the rounds played and those found, tables in order, numbers of players.

    `start`: a whole plan that should be improved on, or []. Errors: PairingError of the core.
    """
    found = seating.replan(
        task.played,
        task.rounds,
        task.numbers,
        task.rounds_per_day,
        house=task.house,
        forbidden=[(a, b) for a, b in task.forbidden if a in task.numbers and b in task.numbers],
        uneven=task.uneven,
        start=start[len(task.played) :],
        seed=seed,
        steps=steps,
        keep_going=keep_going,
        report=report,
    )
    return as_lists((*task.played, *found.rounds))


def at_once(tournament: Tournament) -> Rounds:
    """The plan that pairing the first round would make by itself. Errors: PairingError of the core."""
    snapshot = replace(snapshots.load(tournament), schedule=())
    return as_lists(schedule_of(snapshot))


def as_it_is(tournament: Tournament) -> Rounds:
    """The plan there is: the rounds that are paired, and those to come. [] where none can be told."""
    schedule = schedule_to_show(tournament, drafts=True)
    return (
        as_lists([table.seats for table in round_.tables] for round_ in schedule.rounds) if schedule else []
    )


def fits(rounds: Rounds, task: Task) -> bool:
    """Whether a whole plan is for the people and rounds of a task."""
    there, playing = set(task.numbers), len(task.numbers) // FOUR * FOUR
    if len(rounds) != len(task.played) + task.rounds:
        return False
    seated = [{number for table in tables for number in table} for tables in rounds[len(task.played) :]]
    return all(numbers <= there and len(numbers) == playing for numbers in seated)


def as_lists(rounds: Iterable[Iterable[Iterable[int]]]) -> Rounds:
    return [[list(table) for table in tables] for tables in rounds]


def measured(rounds: Iterable[Iterable[Iterable[int]]], task: Task) -> dict[str, Any]:
    """The figures of a whole plan for those who are there now."""
    quality = seating.measure(as_lists(rounds), task.rounds_per_day, ids=task.numbers, house=task.house)
    return quality.figures()


def reasons(rounds: Iterable[Iterable[Iterable[int]]], task: Task) -> dict[str, Reason]:
    """The figures of a whole plan that nothing can beat, by name, and why."""
    found = seating.explained(
        as_lists(rounds),
        task.rounds_per_day,
        ids=task.numbers,
        house=task.house,
        forbidden=[(a, b) for a, b in task.forbidden if a in task.numbers and b in task.numbers],
    )
    return {figure.name: figure.reason for figure in found if figure.reason is not None}

"""Simulations as they are read: how far one is, what has been counted, and the lines of its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from accounts.models import User
from pairing.engine import find_system
from pairing.simulation import Configuration, Estimate, Summary, Tally, summary
from tournaments.models import ChunkState, Player, Simulation, Tournament
from tournaments.permissions import Person, can_view
from tournaments.selectors.columns import column

OPEN = (ChunkState.QUEUED.value, ChunkState.RUNNING.value)


def simulations_of(user: User) -> QuerySet[Simulation]:
    """Those somebody asked for, newest first."""
    return Simulation.objects.filter(created_by=user).select_related("tournament").order_by("-id")


def simulation_by_key(key: str) -> Simulation:
    """Whoever has the key may look. Errors: Simulation.DoesNotExist."""
    return Simulation.objects.select_related("tournament", "created_by").get(key=key)


def event_shown(simulation: Simulation, user: Person) -> Tournament | None:
    """The event it was made for, for those who may know of it."""
    event = simulation.tournament
    return event if event is not None and can_view(user, event) else None


def ratings_of(tournament: Tournament) -> list[int]:
    """The ratings of who is still in, in the order of registration; who has none counts like the one in the middle
    of those who have. Empty if nobody has one.
    """
    rows = Player.objects.filter(tournament=tournament, house=False, left_after_round=None).order_by("number")
    given = list(rows.values_list("rating", flat=True))
    known = sorted(rating for rating in given if rating is not None)
    if not known:
        return []
    middle = known[len(known) // 2]
    return [middle if rating is None else rating for rating in given]


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` runs of `total`, those of slices being played included; `counted` are in the results."""

    state: str
    done: int
    counted: int
    total: int
    error: str

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def percent(self) -> int:
        return 100 * self.done // max(self.total, 1)


def progress_of(simulation: Simulation) -> Progress:
    """How far it is."""
    rows = simulation.chunks.aggregate(
        total=Sum("count", default=0),
        counted=Sum("count", filter=Q(state=ChunkState.DONE), default=0),
        played=Sum("progress", filter=Q(state=ChunkState.RUNNING), default=0),
        waiting=Sum("count", filter=Q(state=ChunkState.QUEUED), default=0),
        at_work=Sum("count", filter=Q(state=ChunkState.RUNNING), default=0),
    )
    failed = simulation.chunks.filter(state=ChunkState.FAILED).values_list("error", flat=True).first()
    if rows["waiting"] or rows["at_work"]:
        state = "running" if rows["at_work"] or rows["counted"] else "queued"
    elif simulation.cancelled_at is not None:
        state = "cancelled"
    else:
        state = "failed" if failed is not None else "done"
    error = str((failed or {}).get("message", ""))
    return Progress(state, rows["counted"] + rows["played"], rows["counted"], rows["total"], error)


def tallies(simulation: Simulation) -> list[Tally | None]:
    """What has been counted of each configuration; None where no slice is done yet."""
    found: list[Tally | None] = [None] * len(simulation.document["configurations"])
    rows = simulation.chunks.filter(state=ChunkState.DONE).values_list("configuration", "tally")
    for number, data in rows.iterator():
        tally, before = Tally.from_data(data), found[number]
        found[number] = tally if before is None else before.merge(tally)
    return found


@dataclass(frozen=True)
class Line:
    """One chain of one configuration: a line of the table, a curve, a row of a drawing."""

    number: int
    place: int
    order: int
    configuration: Configuration
    summary: Summary

    @property
    def rounds(self) -> int:
        return self.configuration.rounds

    @property
    def runs(self) -> int:
        return self.summary.runs

    @cached_property
    def system(self) -> str:
        return gettext(find_system(self.configuration.system).name)

    @cached_property
    def chain(self) -> str:
        return chain_name(self.configuration, self.order)

    @cached_property
    def chain_short(self) -> str:
        return " → ".join(column(link).short for link in self.configuration.orders[self.order])

    @property
    def measures(self) -> Any:
        return self.summary.orders[self.order].measures

    def gap(self, other: Line) -> Estimate:
        """How many inversions more than another chain of the same configuration, in the same events."""
        return self.summary.orders[self.order].gaps[other.order]

    @cached_property
    def cells(self) -> list[tuple[str, str]]:
        """What the table says: a number, and how far the truth may be on either side of it."""
        found = self.measures
        return [
            shown(found["best_wins"], percent=True),
            shown(found["best_in_cut"]),
            shown(found["inversions"]),
            shown(found["difference"]),
            shown(found["ties"]),
            shown(found["spearman"], least=3),
        ]


@dataclass(frozen=True)
class Group:
    """A configuration with its lines. Without any: nothing of it has been played yet."""

    place: int
    configuration: Configuration
    lines: tuple[Line, ...]

    @property
    def runs(self) -> int:
        return self.lines[0].runs if self.lines else 0

    @cached_property
    def name(self) -> str:
        rounds = self.configuration.rounds
        words = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
        return f"{words}, {gettext(find_system(self.configuration.system).name)}"

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Rematches and pairings across points in an event, which no chain changes."""
        events = self.lines[0].summary.events
        return [shown(events["rematches"]), shown(events["floats"])]


def groups(simulation: Simulation, counted: Sequence[Tally | None] | None = None) -> list[Group]:
    """Every configuration with what is known of its chains so far."""
    found, number = [], 0
    counted = tallies(simulation) if counted is None else counted
    for place, (data, tally) in enumerate(zip(simulation.document["configurations"], counted, strict=True)):
        configuration = Configuration.from_data(data)
        lines = []
        if tally is not None:
            said = summary(configuration, tally)
            for order in range(1, len(configuration.orders)):
                lines.append(Line(number, place, order, configuration, said))
                number += 1
        found.append(Group(place, configuration, tuple(lines)))
    return found


def results(simulation: Simulation) -> list[dict[str, Any] | None]:
    """What came of each configuration, as plain JSON data; None where nothing has been played yet."""
    counted = zip(simulation.document["configurations"], tallies(simulation), strict=True)
    return [
        None if tally is None else summary(Configuration.from_data(data), tally).to_data()
        for data, tally in counted
    ]


def chain_name(configuration: Configuration, order: int) -> str:
    """A chain in the reader's language, its links in order."""
    return ", ".join(column(link).name for link in configuration.orders[order])


def half(estimate: Estimate) -> float:
    """How far the truth may be on either side, with 95 % certainty."""
    return (estimate.high - estimate.low) / 2


def digits(value: float) -> int:
    """How many decimals a number with this uncertainty deserves."""
    return 0 if value >= 3 else 1 if value >= 0.095 else 2


def shown(estimate: Estimate, *, percent: bool = False, least: int = 0) -> tuple[str, str]:
    """A mean and its uncertainty as they are written."""
    factor = 100 if percent else 1
    places = max(digits(half(estimate) * factor), least)
    mean = number_format(round(estimate.mean * factor, places) + 0.0, places, use_l10n=True)
    around = number_format(half(estimate) * factor, places, use_l10n=True)
    return (f"{mean} %" if percent else mean), around

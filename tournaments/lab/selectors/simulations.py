"""Simulations as they are read: how far one is, what has been counted, and the lines of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.utils.formats import number_format

from accounts.models import User
from pairing.model.types import Snapshot, TiebreakSpec
from pairing.simulation import Configuration, Estimate, Summary, Tally, summary
from pairing.simulation.setup import starting
from pairing.tiebreaks import weighted
from pairing.tiebreaks.notation import NUMBERED
from tournaments.lab.selectors.setups import ROUNDS, chain_name, facts, names, system_name
from tournaments.models import OPEN_WORK, ChunkState, Player, Simulation, Tournament
from tournaments.rights import Person, can_view
from tournaments.standings.selectors.columns import column

# Of the table, besides how often the strongest win; what is not by lot lets strength decide between those level.
SHOWN_MEASURES = (
    "inversions_by_lot",
    "inversions",
    "cut_inversions_by_lot",
    "cut_inversions",
    "ties",
    "kendall_by_lot",
)
# Of the position a simulation starts from, what is public in the hall.
SHOWN_OF_START = ("system", "phases", "rounds_planned", "scoring")
SHOWN_OF_PLAYER = ("id", "rating", "joined_round", "left_after_round")


def simulations_of(user: User) -> QuerySet[Simulation]:
    """Those somebody asked for, newest first."""
    return Simulation.objects.filter(created_by=user).select_related("tournament").order_by("-id")


def simulations_of_event(tournament: Tournament) -> QuerySet[Simulation]:
    """Those asked for about an event, newest first."""
    return Simulation.objects.filter(tournament=tournament).select_related("tournament").order_by("-id")


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


def configurations_of(document: Mapping[str, Any]) -> list[Configuration]:
    """The configurations of a stored document; all of them go on from its `start`, if it has one."""
    start = start_of(document)
    return [Configuration.from_data(data, start) for data in document["configurations"]]


def configuration_of(document: Mapping[str, Any], number: int) -> Configuration:
    """One of them."""
    return Configuration.from_data(document["configurations"][number], start_of(document))


def start_of(document: Mapping[str, object]) -> Snapshot | None:
    """The position a stored document starts from; None: from the beginning."""
    return starting.from_data(document["start"]) if "start" in document else None


def shown_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document as whoever has the key may see it: of the start the results and who plays, no seeds and no wishes."""
    if "start" not in document:
        return dict(document)
    start: Mapping[str, Any] = document["start"]
    players = [{name: p.get(name) for name in SHOWN_OF_PLAYER} for p in start["players"]]
    rounds = [_without_seed(r) for r in start["rounds"]]
    kept = {name: start[name] for name in SHOWN_OF_START if name in start}
    if starting.AHEAD in start:
        kept[starting.AHEAD] = _without_seed(start[starting.AHEAD])
    return {**document, "start": {**kept, "players": players, "rounds": rounds}}


def _without_seed(round_: Mapping[str, object]) -> dict[str, Any]:
    return {name: value for name, value in round_.items() if name != "seed"}


@dataclass(frozen=True, slots=True)
class Start:
    """Where a simulation starts: in `round`, of which `given` results of `tables` are known (both 0: not paired yet).
    `paired` rounds are there.
    """

    round: int
    paired: int
    given: int
    tables: int
    players: int


def start_facts(start: Snapshot) -> Start:
    """The starting position in numbers."""
    number = starting.first_to_play(start)
    matches = start.rounds[number - 1].matches if number <= len(start.rounds) else ()
    given = sum(not match.is_open for match in matches)
    return Start(number, len(start.rounds), given, len(matches), len(starting.contenders(start)))


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
        return self.state in OPEN_WORK

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
    """One chain of one configuration: a line of the table, a curve, a row of a drawing. `series` is what tells its
    configuration from the others, but for the number of rounds.
    """

    number: int
    place: int
    order: int
    configuration: Configuration
    summary: Summary
    series: str

    @property
    def rounds(self) -> int:
        return self.configuration.rounds

    @property
    def runs(self) -> int:
        return self.summary.runs

    @cached_property
    def system(self) -> str:
        return system_name(self.configuration)

    @cached_property
    def chain(self) -> str:
        return chain_name(self.configuration, self.order)

    @cached_property
    def chain_short(self) -> str:
        """With all that tells two chains apart, such as a floor."""
        return " → ".join(_short(link) for link in self.configuration.orders[self.order])

    @property
    def measures(self) -> Mapping[str, Estimate]:
        return self.summary.orders[self.order].measures

    @property
    def best_wins(self) -> Estimate:
        """How often the strongest comes first, with a lot between those left level; before there was such a measure,
        with strength between them.
        """
        return self.measures.get("best_wins_by_lot") or self.measures["best_wins"]

    @property
    def best_in_cut(self) -> Estimate:
        """How many of the strongest make the cut, likewise."""
        return self.measures.get("best_in_cut_by_lot") or self.measures["best_in_cut"]

    @property
    def wrong(self) -> Estimate | None:
        """Pairs in the wrong order, with a lot between those left level; None before there was such a measure."""
        return self.measures.get("inversions_by_lot")

    @property
    def new_winner_at_last(self) -> Estimate | None:
        """How often the last round makes somebody the winner who did not lead before it; None of a whole event, and of
        what was played before there was such a measure.
        """
        return self.measures.get("new_winner_at_last") if self.goes_on else None

    @property
    def asked(self) -> Estimate:
        """What the number of rounds is judged by: how often the last round changes the winner of an event that has
        begun, how often the strongest wins of another one.
        """
        return self.new_winner_at_last or self.best_wins

    @property
    def goes_on(self) -> bool:
        """Whether the event had begun where it is played from."""
        start = self.configuration.start
        return start is not None and bool(start.rounds)

    def gap(self, other: Line) -> Estimate:
        """How many inversions by lot more than another chain of the same configuration, in the same events."""
        return self.summary.orders[self.order].gaps_by_lot[other.order]

    @cached_property
    def cells(self) -> list[tuple[str, str]]:
        """What the table says: a number, and how far the truth may be on either side of it."""
        found = [estimate_text(self.best_wins, percent=True), estimate_text(self.best_in_cut)]
        for name in SHOWN_MEASURES:
            measure = self.measures.get(name)
            found.append(
                ("–", "") if measure is None else estimate_text(measure, least=3 * name.startswith("kendall"))
            )
        return found


def _short(link: TiebreakSpec) -> str:
    given = [f"{float(value):g}" if isinstance(value, Fraction) else str(value)
             for name, value in link.params if name not in NUMBERED and link.code != weighted.CODE]  # fmt: skip
    return " ".join([column(link).short, *given])


@dataclass(frozen=True)
class Group:
    """A configuration with its lines. Without any: nothing of it has been played yet."""

    place: int
    name: str
    configuration: Configuration
    lines: tuple[Line, ...]

    @property
    def runs(self) -> int:
        return self.lines[0].runs if self.lines else 0

    @property
    def setup(self) -> list[tuple[str, str]]:
        """What was simulated."""
        return facts(self.configuration)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Rematches and pairings across points in an event, which no chain changes."""
        events = self.lines[0].summary.events
        return [estimate_text(events["rematches"]), estimate_text(events["floats"])]


def groups(simulation: Simulation, counted: Sequence[Tally | None] | None = None) -> list[Group]:
    """Every configuration with what is known of its chains so far."""
    found, number = [], count()
    counted = tallies(simulation) if counted is None else counted
    asked = configurations_of(simulation.document)
    called, series = names(asked), names(asked, apart_from=[ROUNDS])
    for place, (configuration, tally) in enumerate(zip(asked, counted, strict=True)):
        said = None if tally is None else summary(configuration, tally)
        orders = range(1, len(configuration.orders))
        lines = said and (Line(next(number), place, k, configuration, said, series[place]) for k in orders)
        found.append(Group(place, called[place], configuration, tuple(lines or ())))
    return found


def results(simulation: Simulation) -> list[dict[str, Any] | None]:
    """What came of each configuration, as plain JSON data; None where nothing has been played yet."""
    counted = zip(configurations_of(simulation.document), tallies(simulation), strict=True)
    return [
        None if tally is None else summary(configuration, tally).to_data() for configuration, tally in counted
    ]


def half(estimate: Estimate) -> float:
    """How far the truth may be on either side, with 95 % certainty."""
    return (estimate.high - estimate.low) / 2


def digits(value: float) -> int:
    """How many decimals a number with this uncertainty deserves."""
    return 0 if value >= 3 else 1 if value >= 0.095 else 2 if value >= 0.0095 or not value else 3


def estimate_text(estimate: Estimate, *, percent: bool = False, least: int = 0) -> tuple[str, str]:
    """A mean and its uncertainty as they are written."""
    factor = 100 if percent else 1
    places = max(digits(half(estimate) * factor), least)
    mean = number_format(round(estimate.mean * factor, places) + 0.0, places, use_l10n=True)
    around = number_format(round(half(estimate) * factor, places), places, use_l10n=True)  # it would cut off
    return (f"{mean} %" if percent else mean), around

"""A study: a field, how every match of it would end, and the algorithms to be compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.types import Bye, Entrant, Match, Round, Snapshot, TiebreakSpec
from pairing.systems import seats_of
from pairing.systems.wcsc.basis import CHAIN
from research.correlation import kendall, pearson, spearman

MEASURES: Mapping[str, Callable[..., float | None]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}
TURNED = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class WinTable:
    """How the match of any two players ends. `results[a, b]`, a < b, is said from a's side: 1-0, 0-1 or 1/2-1/2."""

    results: Mapping[tuple[int, int], str]

    def result(self, first: int, second: int) -> str:
        """The result with `first` in the first seat."""
        if first < second:
            return self.results[first, second]
        return TURNED[self.results[second, first]]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A pairing system with its options, under a name of its own."""

    name: str
    system: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Study:
    """`names` are the players in list order (player i + 1 is `names[i]`); `ranges` how many of the best to look at."""

    names: tuple[str, ...]
    rounds: int
    table: WinTable
    algorithms: tuple[Algorithm, ...]
    ranges: tuple[int, ...]
    tiebreaks: tuple[TiebreakSpec, ...] = tuple(TiebreakSpec(code) for code in CHAIN)
    draw_seed: str = "study"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Final ranks by player, and per range and measure how far they agree with the round robin."""

    algorithm: Algorithm
    ranks: tuple[int, ...]
    agreement: Mapping[int, Mapping[str, float | None]]


def strongest_first(order: list[int]) -> WinTable:
    """The table in which the player who stands earlier in `order` always wins."""
    place = {player: at for at, player in enumerate(order)}
    return WinTable(
        {(a, b): "1-0" if place[a] < place[b] else "0-1" for a, b in combinations(sorted(order), 2)}
    )


def evaluate(study: Study) -> tuple[tuple[int, ...], tuple[Outcome, ...]]:
    """The ranks of the round robin, and the outcome of every algorithm.

    Errors: PairingError from the pairing; `Impossible` when an algorithm runs out of legal pairings.
    """
    right = round_robin(study)
    return right, tuple(outcome(study, algorithm, right) for algorithm in study.algorithms)


def outcome(
    study: Study, algorithm: Algorithm, right: tuple[int, ...], tell: Callable[[], None] = lambda: None
) -> Outcome:
    """One algorithm played through and held against the round robin's ranks `right`; `tell` is called each round.

    Errors as `evaluate`.
    """
    ranks = _ranks(played(study, algorithm, tell))
    agreement = {}
    for best in study.ranges:
        within = [at for at, place in enumerate(right) if place <= best]
        ours, true = [ranks[at] for at in within], [right[at] for at in within]
        agreement[best] = {name: measure(true, ours) for name, measure in MEASURES.items()}
    return Outcome(algorithm, ranks, agreement)


def round_robin(study: Study) -> tuple[int, ...]:
    """The ranks when everybody meets everybody, by the study's chain of tie-breaks."""
    ids = range(1, len(study.names) + 1)
    matches = tuple(
        Match(table, (a, b), study.table.result(a, b)) for table, (a, b) in enumerate(combinations(ids, 2), 1)
    )
    # Standings do not ask in which round a match was played.
    return _ranks(replace(_event(study, Algorithm("", "wcsc")), rounds=(Round(1, matches=matches),)))


def played(study: Study, algorithm: Algorithm, tell: Callable[[], None] = lambda: None) -> Snapshot:
    """The event after its last round, every match ended as the table says; `tell` is called after each round.

    Errors as `evaluate`.
    """
    event = _event(study, algorithm)
    for _ in range(study.rounds):
        plan = pair(event)
        matches = tuple(Match(m.table, m.seats, study.table.result(*m.seats)) for m in plan.matches)
        byes = tuple(Bye(bye.player, bye.kind) for bye in plan.byes)
        event = replace(event, rounds=(*event.rounds, Round(plan.number, matches=matches, byes=byes)))
        tell()
    return event


def _event(study: Study, algorithm: Algorithm) -> Snapshot:
    return Snapshot(
        entrants=tuple(Entrant(id, name) for id, name in enumerate(study.names, 1)),
        system=algorithm.system,
        seats=seats_of(algorithm.system),
        options=algorithm.options,
        rounds_planned=study.rounds,
        tiebreaks=study.tiebreaks,
        draw_seed=study.draw_seed,
    )


def _ranks(event: Snapshot) -> tuple[int, ...]:
    rank_of = {line.player: line.rank for line in rank(event)}
    return tuple(rank_of[entrant.id] for entrant in event.entrants)

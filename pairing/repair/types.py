"""What a repair is: a whole round as it would be, and what it costs."""

from dataclasses import dataclass

from pairing.model.reasons import Reason
from pairing.model.types import ByeKind, Relaxation, RoundPlan


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a round.

    `plan` is the whole round; a table that is kept has its number, its seats and its reasons of before. `broken`:
    numbers of the tables of before whose players do not stay together. `new`: numbers of the tables of the plan that
    are new. `byes_changed`: players whose bye is new or gone. `distance` (hundredths): how far apart the scores are at
    the new tables; `round_distance`: at all tables, with the height of the bye. `objective`: what the rules of the
    system count in the whole round, smaller is better. `relaxed`: the rules that are given up. `bye_above`
    (hundredths): how far a new bye is above the lowest score that may have it.
    """

    plan: RoundPlan
    broken: tuple[int, ...]
    new: tuple[int, ...]
    byes_changed: tuple[int, ...]
    distance: int
    objective: tuple[int, ...]
    relaxed: tuple[Relaxation, ...]
    round_distance: int = 0
    bye_above: int = 0

    @property
    def keeps_everything(self) -> bool:
        """Whether the round stays exactly as it is."""
        return not (self.broken or self.new or self.byes_changed)

    @property
    def moves_nobody(self) -> bool:
        """Whether everybody who stays in the round keeps table and bye; others may have gone."""
        anew = (b for b in self.plan.byes if b.kind is ByeKind.FULL and b.player in self.byes_changed)
        return not self.new and not any(anew)


@dataclass(frozen=True, slots=True)
class Warning:
    """A rule that a plan breaks. `rule` names it, `table` is where (None: nowhere in particular)."""

    rule: str
    players: tuple[int, ...]
    reason: Reason
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A plan against what the engine would pair for the round now.

    `same` and `different` are tables of the plan; `only_engine` are the seats of the engine's tables that the plan has
    not; `byes_plan` and `byes_engine` the byes given by the pairing that only one of them has. `error` says why the
    engine would not pair the round at all (then every table is different).
    """

    same: tuple[int, ...]
    different: tuple[int, ...]
    only_engine: tuple[tuple[int, ...], ...] = ()
    byes_plan: tuple[int, ...] = ()
    byes_engine: tuple[int, ...] = ()
    error: str = ""

    @property
    def is_same(self) -> bool:
        """Whether the plan is what the engine would pair, whatever the numbers of the tables."""
        return not (self.different or self.only_engine or self.byes_plan or self.byes_engine or self.error)

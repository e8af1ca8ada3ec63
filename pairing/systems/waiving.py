"""What counts when a round is paired: the rules, or less than them where the organiser has waived one. For systems
that look for a pairing in their own way and give up no more than Monrad would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because
from pairing.model.types import PlannedBye, PlannedMatch, Relaxation
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.plan import best_pairs


@dataclass(frozen=True, slots=True)
class Rules:
    """Who may not meet whom, and who may not have the bye. `rematches`: pairs that may meet again, with the round they
    met in last.
    """

    barred: Mapping[int, Set[int]]
    had_bye: Set[int]
    rematches: Mapping[frozenset[int], int] = dataclass_field(default_factory=dict)

    def again(self, a: int, b: int) -> tuple[Reason, ...]:
        """The reason that two players meet again, if they do."""
        number = self.rematches.get(frozenset((a, b))) if self.rematches else None
        return (because(REMATCH, round=number),) if number else ()


def strict(field: Field) -> Rules:
    """The rules themselves."""
    return Rules(field.barred, field.had_bye)


def waived(field: Field, options: Any, lots: Lots) -> Rules:
    """The rules without what has to be given up, of what the organiser allows, exactly as Monrad gives it up.

    Any pairing under these rules has the same rematches: with fewer, they would not be the fewest. `options` has
    `allow_rematches` and `allow_second_bye`, and may have `elimination`. Errors: Impossible, if that does not help,
    with Monrad's explanation.
    """
    allowed = MonradOptions(
        elimination=getattr(options, "elimination", None),
        order="registration",
        allow_rematches=options.allow_rematches,
        allow_second_bye=options.allow_second_bye,
    )
    lineup, pairs = best_pairs(field, allowed, lots)
    met = {frozenset((p.first, p.second)): lineup.again.get(p.first, {}).get(p.second) for p in pairs}
    rematches = {both: number for both, number in met.items() if number}
    barred = {
        id: {b for b in others if frozenset((id, b)) not in rematches} for id, others in field.barred.items()
    }
    return Rules(barred, lineup.had_bye, rematches)


def given_up(matches: tuple[PlannedMatch, ...], byes: tuple[PlannedBye, ...]) -> Iterator[Relaxation]:
    """What a round gives up, by the reasons of its byes and matches."""
    for bye in byes:
        yield from (Relaxation("second_bye", (bye.player,), r) for r in bye.why if r.code == SECOND_BYE)
    for match in matches:
        yield from (Relaxation("rematch", match.seats, r) for r in match.why if r.code == REMATCH)

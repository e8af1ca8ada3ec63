"""What counts when a round is paired: the rules, or less than them where the organiser has waived one. For systems
that look for a pairing in their own way and give up no more than Monrad would.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field as dataclass_field

from pairing.model.field import Field
from pairing.model.reasons import Reason, because
from pairing.model.types import PlannedBye, PlannedMatch, Relaxation
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE
from pairing.systems.monrad.lineup import in_groups
from pairing.systems.monrad.plan import Waivable, best_pairs


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


def waived(ids: Sequence[int], field: Field, options: Waivable) -> Rules:
    """The rules for `ids` without what has to be given up, of what the organiser allows, exactly as Monrad gives it up.

    Any pairing under these rules has the same rematches: with fewer, they would not be the fewest. Errors: Impossible,
    if that does not help, with Monrad's explanation.
    """
    lineup, pairs = best_pairs(in_groups(ids, field.points, field), field, options)
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

"""From a field to the plan of a Monrad round."""

from collections.abc import Callable

from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.types import PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE, Explainer
from pairing.systems.monrad.impossible import impossible
from pairing.systems.monrad.lineup import BYE, Lineup, line_up
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.pairing_order import Paired, PairingOrder
from pairing.systems.monrad.stand_ins import StandIns, Unpairable
from pairing.systems.monrad.waived import Waivable, attempts

Seating = Callable[[int, int], tuple[int, int]]

WITH_STAND_INS = True  # only the tests that compare switch it off


def pair_monrad(field: Field, options: MonradOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables from the top score down. Errors: Impossible."""
    seat = seating(field, lots, options.first_mover)
    return plan_of(*best_pairs(line_up(field, options, lots), field, options), field, seat)


def best_pairs(strict: Lineup, field: Field, options: Waivable) -> tuple[Lineup, list[Paired]]:
    """The pairs of a lineup by the rules, and the one they were made under: it says what was waived. Errors:
    Impossible.
    """
    last: Unpairable | None = None
    for lineup in attempts(strict, field, options):
        try:
            return lineup, PairingOrder(lineup, StandIns(lineup, with_stand_ins=WITH_STAND_INS)).run()
        except Unpairable as none:
            last, tried = none, lineup
    assert last is not None
    raise impossible(last, tried, field.number) from None


def plan_of(lineup: Lineup, pairs: list[Paired], field: Field, seat: Seating) -> RoundPlan:
    """The round made of these pairs; `seat(a, b)` puts a pair into its seats."""
    explain = Explainer(field, lineup)
    matches, byes, relaxed = [], [], []
    table = 0
    for pair in pairs:
        if pair.second == BYE:
            why = explain.bye(pair)
            byes.append(PlannedBye(pair.first, why=why))
            if pair.first in field.had_bye:
                relaxed += [Relaxation("second_bye", (pair.first,), r) for r in why if r.code == SECOND_BYE]
            continue
        why = explain.match(pair)
        table += 1
        matches.append(PlannedMatch(table, seat(pair.first, pair.second), why))
        if lineup.again and why[0].code == REMATCH:
            relaxed.append(Relaxation("rematch", (pair.first, pair.second), why[0]))
    return RoundPlan(field.number, tuple(matches), tuple(byes), tuple(relaxed))

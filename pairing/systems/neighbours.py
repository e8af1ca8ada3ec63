"""Rounds in which neighbours of one ranking meet: 1-2, 3-4, ..., each with the next in line who is possible.

The first complete pairing in that order is the one that is reached by hand: from the top, everybody still free meets
the next one below; where the last do not fit together, the pairs above them are dissolved from the bottom up, as few as
it takes. Whoever is left over in an odd field is the last who may have the bye.
"""

from collections.abc import Callable, Sequence

from pairing.matching.neighbours import neighbours, with_others
from pairing.matching.plain import NotAll, leave_one_out
from pairing.matching.problem import NoPerfectMatching
from pairing.model.field import Field
from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.monrad.explain import (
    BYE_HAD,
    BYE_OTHERS,
    NOT_OTHERS,
    SECOND_BYE,
    numbered,
    passed_over,
    places,
)
from pairing.systems.monrad.pairing_order import SHOWN
from pairing.systems.tiered.explain import NEIGHBOURS, NEXT_POSSIBLE
from pairing.systems.waiving import Rules, given_up

BYE_LOWEST = sentence(
    "neighbours_bye", gettext_noop("The bye goes to the lowest-ranked player who has not had one.")
)
BYE_HIGHER = sentence(
    "neighbours_bye_higher",
    gettext_noop("The bye goes to the lowest-ranked player who can have it."),
)
NOT_LEFT = sentence(
    "neighbours_not_left", gettext_noop("Not {players}: someone else would be left without an opponent.")
)

Seating = Callable[[int, int], tuple[int, int]]


def pair_in_order(order: Sequence[int], field: Field, rules: Rules, seat: Seating) -> RoundPlan:
    """The plan of round `field.number` for the players in `order`, the best first; tables in that order.

    `seat(a, b)` puts a pair into its seats. Errors: NotAll.
    """
    byes = _bye(order, field, rules) if len(order) % 2 else ()
    left = [p for p in order if all(p != bye.player for bye in byes)]

    def price(a: int, b: int) -> int | None:
        return None if b in rules.barred[a] else 0

    try:
        pairs = neighbours(left, price, 0, field.work)
    except NoPerfectMatching:
        raise NotAll(tuple(left)) from None
    made, place = [], numbered([order])
    for table, (a, b, between, after) in enumerate(with_others(left, pairs), start=1):
        others = (p for p in after if p not in rules.barred[a])
        why = [*why_neighbours(a, passed_over(field, a, between)), *places("ranking", a, b, place, others)]
        made.append(PlannedMatch(table, seat(a, b), (*rules.again(a, b), *why)))
    matches = tuple(made)
    return RoundPlan(field.number, matches, byes, tuple(given_up(matches, byes)))


def _bye(order: Sequence[int], field: Field, rules: Rules) -> tuple[PlannedBye, ...]:
    takers = [[p] for p in reversed(order) if p not in rules.had_bye]
    player = leave_one_out(order, rules.barred, takers, field.work)
    lower = order[order.index(player) + 1 :]
    had = [p for p in lower if p in rules.had_bye]
    others = [p for p in lower if p not in rules.had_bye]
    first = BYE_HIGHER if others else BYE_LOWEST
    why = [because(SECOND_BYE if player in field.had_bye else first)]
    for code, players in ((BYE_HAD, had), (BYE_OTHERS, others)):
        if players:
            why.append(because(code, players=tuple(players[:SHOWN])))
    return (PlannedBye(player, why=tuple(why)),)


def why_neighbours(player: int, passed: Sequence[tuple[str, list[int]]]) -> list[Reason]:
    """Why a player meets this one of the ranking, and by which rules none of those `passed` over."""
    said = [(NOT_LEFT if code == NOT_OTHERS else code, players) for code, players in passed if players]
    first = because(NEXT_POSSIBLE, player=player) if said else because(NEIGHBOURS)
    return [first, *(because(code, players=tuple(players[:SHOWN])) for code, players in said)]

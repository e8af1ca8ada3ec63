"""From a field to the plan of a Monrad round."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from pairing.model.errors import Impossible, message
from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.reasons import gettext_noop
from pairing.model.types import PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE, Explainer
from pairing.systems.monrad.lineup import BYE, Lineup, line_up
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.pairing_order import Paired, PairingOrder
from pairing.systems.monrad.stand_ins import StandIns, Unpairable

# Why no legal pairing of a round exists: the smallest set of players we can show to prove it.
NO_BYE_LEFT = message(
    "monrad_no_bye_left",
    gettext_noop("Round {number} cannot be paired: the number of players is odd and all have had a bye."),
)
NO_OPPONENT = message(
    "monrad_no_opponent",
    gettext_noop("Round {number} cannot be paired: no possible opponent is left for {players}."),
)
ODD_SET = message(
    "monrad_odd_set",
    gettext_noop(
        "Round {number} cannot be paired: {players} can only meet each other, and one is left over."
    ),
)
TOO_FEW = message(
    "monrad_too_few",
    gettext_noop("Round {number} cannot be paired: too few possible opponents for {players} (only {count})."),
)
TOO_FEW_WITH_BYE = message(
    "monrad_too_few_with_bye",
    gettext_noop(
        "Round {number} cannot be paired: too few possible opponents for {players} (only "
        "{count}), even if one of them has the bye."
    ),
)
TOO_FEW_BESIDE_BYE = message(
    "monrad_too_few_beside_bye",
    gettext_noop(
        "Round {number} cannot be paired: too few possible opponents for {players} (only "
        "{count}) when one of those has the bye."
    ),
)
TOO_FEW_AMONG = message(
    "monrad_too_few_among",
    gettext_noop(
        "Round {number} cannot be paired: {players} cannot all meet each other and have "
        "too few other possible opponents (only {count})."
    ),
)


def impossible(none: Unpairable, lineup: Lineup, number: int) -> Impossible:
    """The error to show. Its players: a violated case of Tutte's condition, as small as dropping sets makes it."""
    lonely = _lonely(lineup)
    if lonely is not None:
        return Impossible(NO_OPPONENT, (lonely,), number=number)
    if lineup.odd and all(p in lineup.had_bye for players in lineup.groups for p in players):
        return Impossible(NO_BYE_LEFT, number=number)
    sets, inner = smallest(none, lineup)
    players = tuple(p for members in sets for p in members if p != BYE)
    count = len(inner) - (BYE in inner)
    if not inner:
        return Impossible(ODD_SET, players, number=number)
    if any(len(members) > 1 for members in sets):
        code = TOO_FEW_AMONG
    elif BYE in inner:
        code = TOO_FEW_WITH_BYE
    else:
        code = TOO_FEW_BESIDE_BYE if (BYE,) in sets else TOO_FEW
    return Impossible(code, players, number=number, count=count)


def _lonely(lineup: Lineup) -> int | None:
    """A player who may not meet anybody and cannot have the bye either, the first one in order."""
    everybody = {p for players in lineup.groups for p in players}
    for players in lineup.groups:
        for p in players:
            if len(lineup.barred[p]) < len(everybody) - 1 or (lineup.odd and p not in lineup.had_bye):
                continue
            if everybody - lineup.barred[p] == {p} and not lineup.again.get(p):
                return p
    return None


def smallest(none: Unpairable, lineup: Lineup) -> tuple[list[tuple[int, ...]], set[int]]:
    """Drop sets as long as those that stay still have fewer opponents outside than they are.

    Returns the sets and those opponents. The bye, BYE, takes part like a player.
    """

    def possible(a: int, b: int) -> bool:
        if BYE in (a, b):
            return (a or b) not in lineup.had_bye
        return b not in lineup.barred[a] or b in lineup.again.get(a, ())

    lineup.work.take(len(none.inner) * sum(map(len, none.outer)))
    touching = [{x for x in none.inner if any(possible(p, x) for p in players)} for players in none.outer]
    uses = {x: sum(x in near for near in touching) for x in none.inner}
    kept = sorted(range(len(touching)), key=lambda i: (-len(none.outer[i]), -len(touching[i])))
    count = sum(map(bool, uses.values()))
    for i in list(kept):
        loses = sum(uses[x] == 1 for x in touching[i])
        if len(kept) - 1 > count - loses:
            kept.remove(i)
            count -= loses
            for x in touching[i]:
                uses[x] -= 1
    return [none.outer[i] for i in sorted(kept)], {x for x, used in uses.items() if used}


# What an organiser may allow when no legal pairing exists, tried in order; each only if the one before
# failed.
class Waivable(Protocol):
    """What an organiser may allow for one round."""

    @property
    def allow_rematches(self) -> bool: ...
    @property
    def allow_second_bye(self) -> bool: ...


def attempts(lineup: Lineup, field: Field, options: Waivable) -> Iterator[Lineup]:
    """The lineup by the rules; with a second bye; with rematches; with both. Rematches come after the second bye,
    since rule 3 is the one that is "never waived" of itself; with both, the fewest rematches count first.
    """
    yield lineup
    # "Decisions": offered where nothing is legal, never given unasked.
    second = options.allow_second_bye and lineup.odd
    if second:
        yield replace(lineup, had_bye=frozenset())
    if options.allow_rematches:
        again = last_meetings(lineup, field)
        yield replace(lineup, again=again)
        if second:
            yield replace(lineup, again=again, had_bye=frozenset())


def last_meetings(lineup: Lineup, field: Field) -> dict[int, dict[int, int]]:
    """Per player the players he has met and is not forbidden to meet, with the round of the last meeting."""
    again: dict[int, dict[int, int]] = {p: {} for players in lineup.groups for p in players}
    for round_ in field.rounds:
        for match in round_.matches:
            a, b = match.seats
            if a in again and b in again and not field.is_apart(a, b):
                again[a][b] = again[b][a] = round_.number
    return again


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

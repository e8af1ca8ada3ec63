"""A Keizer round: neighbours of the ranking meet, with enough rounds between two meetings of the same players.

On a club evening everybody who has come is paired: where rematches cannot be avoided, there are as few as possible of
the latest meetings, then of those before; and whoever had the fewest byes has the next one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NoReturn

from pairing.matching.neighbours import neighbours, with_others
from pairing.matching.plain import NotAll, leave_one_out
from pairing.matching.problem import NoPerfectMatching
from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.systems.keizer.values import KeizerOptions, keizer
from pairing.systems.monrad.explain import NOT_MET, numbered, passed_over, places
from pairing.systems.monrad.lineup import Lineup
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.plan import best_pairs
from pairing.systems.neighbours import BYE_LOWEST, why_neighbours

VALUES = sentence(
    "keizer_values",
    gettext_noop(
        "A win is worth {value} to {player} and {other_value} to {other_player}, as the ranking is now."
    ),
)
TOO_RECENT = sentence("keizer_too_recent", gettext_noop("Not {players}: played too few rounds ago."))
TOO_OFTEN = sentence("keizer_too_often", gettext_noop("Not {players}: played often enough in this event."))
REMATCH = sentence(
    "keizer_rematch",
    gettext_noop("They met in round {round}: without such a rematch those who are here cannot be paired."),
)
BYE_FEWEST = sentence(
    "keizer_bye",
    gettext_noop("The bye goes to the lowest-ranked player of those who have had the fewest byes."),
)


def ranked(field: Field, options: KeizerOptions) -> list[int]:
    """The players of round `field.number` in the order of the Keizer ranking, the best first."""
    there = set(field.present)
    return [id for id in keizer(field, options).order if id in there]


def last_meetings(field: Field) -> dict[frozenset[int], int]:
    """The round in which two players met last."""
    return {frozenset(m.seats): round_.number for round_ in field.rounds for m in round_.matches}


def met(field: Field) -> Mapping[int, Set[int]]:
    """By player whom to meet would be a rematch now (`System.met`)."""
    options = parse(KeizerOptions, field.snapshot.options)
    found: dict[int, set[int]] = {id: set() for id in field.entrants}
    for both, number in last_meetings(field).items():
        a, b = both
        if is_rematch(field, options, a, b, number):
            found[a].add(b)
            found[b].add(a)
    return found


def is_rematch(field: Field, options: KeizerOptions, a: int, b: int, last: int) -> bool:
    """Whether two players who met in round `last` should not meet now."""
    return _too_recent(field, options, last) or _too_often(field, options, a, b)


def _too_recent(field: Field, options: KeizerOptions, last: int) -> bool:
    return options.rounds_between is None or field.number - last <= options.rounds_between


def _too_often(field: Field, options: KeizerOptions, a: int, b: int) -> bool:
    return options.most_meetings is not None and field.meetings[a].get(b, 0) >= options.most_meetings


class _Round:
    def __init__(self, field: Field, options: KeizerOptions) -> None:
        self.field, self.options = field, options
        self.order = ranked(field, options)
        self.last = last_meetings(field)

    def price(self, a: int, b: int) -> int | None:
        """0, or for a rematch the round of the last meeting: the later the worse."""
        if self.field.is_apart(a, b):
            return None
        last = self.last.get(frozenset((a, b)))
        return last if last and is_rematch(self.field, self.options, a, b, last) else 0

    def byes(self) -> Counter[int]:
        given = (b.player for r in self.field.rounds for b in r.byes if b.kind is ByeKind.FULL)
        return Counter(given)

    def bye(self) -> tuple[PlannedBye, ...]:
        """Of those who had the fewest byes the lowest of the ranking. Errors: NotAll."""
        if len(self.order) % 2 == 0:
            return ()
        had = self.byes()
        takers = sorted(self.order, key=lambda p: (had[p], -self.order.index(p)))
        player = leave_one_out(self.order, self.apart(), [[p] for p in takers], self.field.work)
        plain = player == self.order[-1] and not had[player]
        return (PlannedBye(player, why=(because(BYE_LOWEST if plain else BYE_FEWEST),)),)

    def apart(self) -> dict[int, set[int]]:
        return {p: self.field.apart.get(p, set()) for p in self.order}

    def refuse(self) -> NoReturn:
        """Errors: Impossible, with those who are kept apart too much, as Monrad explains it; always."""
        odd = len(self.order) % 2 == 1
        lineup = Lineup([self.order], [0], self.apart(), frozenset(), odd, work=self.field.work)
        best_pairs(lineup, self.field, MonradOptions())
        raise AssertionError("Monrad has found a pairing where there is none")

    def passed(self, a: int, between: Sequence[int]) -> list[tuple[str, list[int]]]:
        found = dict(passed_over(self.field, a, between))
        options = self.options
        for code, wrong in ((TOO_RECENT, True), (TOO_OFTEN, False)):
            found[code] = [
                p for p in found[NOT_MET]
                if _too_recent(self.field, options, self.last[frozenset((a, p))]) == wrong
            ]  # fmt: skip
        del found[NOT_MET]
        return list(found.items())

    def rematch(self, a: int, b: int) -> tuple[Reason, ...]:
        number = self.price(a, b)
        return (because(REMATCH, round=number),) if number else ()


def pair(field: Field, options: KeizerOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables from the top of the ranking down. Errors: Impossible, where those who
    are here are kept apart too much.
    """
    round_ = _Round(field, options)
    try:
        byes = round_.bye()
        left = [p for p in round_.order if all(p != bye.player for bye in byes)]
        pairs = neighbours(left, round_.price, len(field.rounds), field.work)
    except (NotAll, NoPerfectMatching):
        round_.refuse()
    value, seat = keizer(field, options).value, seating(field, lots, options.first_mover)
    matches, relaxed = [], []
    place = numbered([round_.order])
    for table, (a, b, between, after) in enumerate(with_others(left, pairs), start=1):
        again = round_.rematch(a, b)
        worth = because(VALUES, player=a, value=value[b], other_player=b, other_value=value[a])
        where = places("ranking", a, b, place, (p for p in after if round_.price(a, p) == 0))
        why = (*again, *why_neighbours(a, round_.passed(a, between)), *where, worth)
        matches.append(PlannedMatch(table, seat(a, b), why))
        relaxed += [Relaxation("rematch", (a, b), reason) for reason in again]
    second = [Relaxation("second_bye", (b.player,), b.why[0]) for b in byes if b.player in field.had_bye]
    return RoundPlan(field.number, tuple(matches), byes, (*second, *relaxed))

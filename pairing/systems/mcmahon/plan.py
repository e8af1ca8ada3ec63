"""A McMahon round: players on equal McMahon scores meet, and as few as possible are drawn up or down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.model.types import HUNDRED, Ladder, RoundPlan
from pairing.systems.in_order import in_order
from pairing.systems.mcmahon.options import RANDOM, RANKS, SLIP, McMahonOptions, rank_of
from pairing.systems.monrad.lineup import Lineup, in_groups
from pairing.systems.monrad.plan import best_pairs, plan_of

# McMahon scores (hundredths): where everybody starts by rank, between the bars, and the points scored
# since.
#
# A rank is worth a win. Bonuses and penalties count too: a bonus without a round places a player above or
# below the rank, as for somebody who is to start below the bar because of missed rounds.
START = sentence(
    "mcmahon_start", gettext_noop("starting score by rank, between the bars; half points rounded down")
)


def steps(field: Field, options: McMahonOptions) -> dict[int, int]:
    """How many ranks above the bottom bar everybody starts. A bar below the bottom bar puts everybody on 0."""
    floor = RANKS[options.floor]
    height = max(RANKS[options.bar] - floor, 0)
    found = {}
    for id, entrant in field.entrants.items():
        rank = rank_of(entrant)
        found[id] = 0 if rank is None else min(max(rank - floor, 0), height)
    return found


def at_the_bar(field: Field, options: McMahonOptions) -> frozenset[int]:
    """Those who start at the top bar."""
    top = max(RANKS[options.bar] - RANKS[options.floor], 0)
    return frozenset(id for id, step in steps(field, options).items() if step == top)


def scores(field: Field, options: McMahonOptions) -> Mapping[int, int]:
    """Everybody's McMahon score before round `field.number`."""
    win = field.snapshot.scoring.win or HUNDRED
    points = field.points
    total = {id: step * win + points[id] for id, step in steps(field, options).items()}
    if not options.round_down:
        return total
    return {id: score // win * win for id, score in total.items()}


def ladder(field: Field, options: McMahonOptions) -> Ladder:
    """The standings are by McMahon score."""
    return Ladder(scores(field, options), dict.fromkeys(field.entrants, 0), note=START)


MOST_STONES = 9

NO_KOMI = sentence("mcmahon_no_komi", gettext_noop("Handicap: {player} moves first, without komi."))
STONES = sentence("mcmahon_stones", gettext_noop("Handicap: {player} is given {count} stones."))


def line_up(field: Field, options: McMahonOptions, lots: Lots) -> Lineup:
    """Groups of equal McMahon scores from the top, each in the pairing order."""
    ids = field.present
    by_score = scores(field, options)
    if options.order == RANDOM:
        return in_groups(lots.order(ids, "draw", field.number), by_score, field)
    ranked = [line.player for line in in_order(field, ids, lots, ladder(field, options))]
    lineup = in_groups(ranked, by_score, field)
    halves = slipped if options.order == SLIP else folded
    groups = [halves(group) for group in lineup.groups]
    return replace(lineup, groups=groups, order="ranking", numbered=lineup.groups)


def slipped(group: Sequence[int]) -> list[int]:
    """A group ordered so that neighbours are 1-5, 2-6, 3-7, 4-8; the last of an odd number comes last."""
    half = len(group) // 2
    return _alternating(group[:half], group[half:])


def folded(group: Sequence[int]) -> list[int]:
    """A group ordered so that neighbours are 1-8, 2-7, 3-6, 4-5; the middle one of an odd number comes last."""
    half = len(group) // 2
    return _alternating(group[:half], group[: len(group) - half - 1 : -1]) + list(
        group[half : len(group) - half]
    )


def _alternating(upper: Sequence[int], lower: Sequence[int]) -> list[int]:
    return [p for p in chain.from_iterable(zip_longest(upper, lower)) if p is not None]


def pair(field: Field, options: McMahonOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables from the top score down. Errors: Impossible."""
    lineup, pairs = best_pairs(line_up(field, options, lots), field, options)
    plan = plan_of(lineup, pairs, field, seats_of_round(field, options, lots))
    given = _handicaps(field, options, scores(field, options))
    matches = tuple(replace(m, why=(*m.why, *_said(m.seats, given))) for m in plan.matches)
    return replace(plan, matches=matches)


def seats_of_round(
    field: Field, options: McMahonOptions, lots: Lots
) -> Callable[[int, int], tuple[int, int]]:
    """A function that puts two players in seat order: with a handicap the weaker one moves first."""
    by_score = scores(field, options)
    usual, given = seating(field, lots, options.first_mover), _handicaps(field, options, by_score)

    def seat(a: int, b: int) -> tuple[int, int]:
        if not given(a, b):
            return usual(a, b)
        return (a, b) if by_score[a] < by_score[b] else (b, a)

    return seat


def _handicaps(
    field: Field, options: McMahonOptions, by_score: Mapping[int, int]
) -> Callable[[int, int], int]:
    """How large the handicap of a match is: 1 is the first move without komi, from 2 on it is stones."""
    less = options.handicap
    bar, win = at_the_bar(field, options), field.snapshot.scoring.win

    def stones(a: int, b: int) -> int:
        if less is None or a in bar or b in bar or not win:
            return 0
        return min(max(abs(by_score[a] - by_score[b]) // win - less, 0), MOST_STONES)

    return stones


def _said(seats: Sequence[int], given: Callable[[int, int], int]) -> tuple[Reason, ...]:
    first, second = seats
    count = given(first, second)
    if not count:
        return ()
    return (because(STONES, player=first, count=count) if count > 1 else because(NO_KOMI, player=first),)

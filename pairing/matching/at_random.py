"""A uniformly random perfect matching without barred pairs, drawn by lots.

Three ways, tried in this order; each is exact up to the 64 bits of a lot, except the last:

1. *Rejection*: put everybody in lot order, pair neighbours, start again if a pair is barred. Every legal
   matching is equally likely. Used while few pairs are barred, which is nearly always.
2. *Counting*: up to `EXACT_SIZE` players, count the legal matchings of every remainder and draw each partner
   in proportion.
3. *A walk*: for the rest (many barred pairs in a large pool), start from any legal matching and take at
   least `LEAST_EXCURSIONS` excursions of the Jerrum-Sinclair chain on perfect and near-perfect matchings
   ("Approximating the permanent", SIAM J. Comput. 18, 1989). The chain reaches every legal matching and is
   symmetric, so the uniform distribution is its limit, and it mixes fast where at least half of all pairs
   are legal; after a finite number of excursions it is uniform approximately, not exactly.
"""

from collections.abc import Mapping, Sequence, Set
from functools import cache
from itertools import count as count_up

from pairing.matching.plain import NotAll, perfect_matching
from pairing.model.lots import Lots
from pairing.model.work import Work

Pairs = list[tuple[int, int]]
Barred = Mapping[int, Set[int]]

EXACT_SIZE = 20
TRIES = 40
MOST_EXPECTED_BARRED = 3.5  # a try is then legal about once in 33 times
LEAST_EXCURSIONS, EXCURSIONS_TIMES_PLAYERS = 6, 2400  # a longer excursion stirs more
STEPS_PER_PLAYER, LEAST_STEPS = 400, 50_000  # of the walk, all excursions together
LOT = 3  # what drawing one lot is in steps of Work


def random_matching(
    ids: Sequence[int], barred: Barred, lots: Lots, *context: object, work: Work
) -> Pairs | None:
    """A uniformly random legal perfect matching of `ids` (an even number), or None if there is none.

    `context` names the draw: the same seed and context give the same matching.
    """
    inside = set(ids)
    met = sum(len(barred[id] & inside) for id in ids) / 2
    if met <= MOST_EXPECTED_BARRED * max(1, len(ids) - 1):
        for number in range(TRIES):
            work.take(LOT * len(ids))
            pairs = _neighbours(lots.order(ids, *context, number), barred)
            if pairs is not None:
                return pairs
    if len(ids) <= EXACT_SIZE:
        return draw_by_counting(ids, barred, lots, *context, work=work)
    try:
        start = perfect_matching(lots.order(ids, *context), barred, work)
    except NotAll:
        return None
    return draw_by_walking(start, barred, lots, *context, work=work)


def _neighbours(order: Sequence[int], barred: Barred) -> Pairs | None:
    pairs = list(zip(order[::2], order[1::2], strict=True))
    return None if any(b in barred[a] for a, b in pairs) else pairs


def draw_by_counting(
    ids: Sequence[int], barred: Barred, lots: Lots, *context: object, work: Work
) -> Pairs | None:
    """As `random_matching`, by counting all legal matchings: for small pools only (exponential)."""
    size = len(ids)
    legal = [sum(1 << j for j in range(size) if i != j and ids[j] not in barred[ids[i]]) for i in range(size)]

    @cache
    def count(free: int) -> int:
        """The number of legal perfect matchings of the players whose bit is set in `free`."""
        if not free:
            return 1
        first = free & -free
        rest = free ^ first
        partners = legal[first.bit_length() - 1] & rest
        work.take(1 + partners.bit_count())
        total = 0
        while partners:
            partner = partners & -partners
            partners ^= partner
            total += count(rest ^ partner)
        return total

    free = (1 << size) - 1
    if not count(free):
        return None
    pairs: Pairs = []
    while free:
        first = (free & -free).bit_length() - 1
        rest = free ^ (1 << first)
        chosen = lots.number(*context, "counting", len(pairs)) * count(free) >> 64
        for partner in range(size):
            if rest >> partner & legal[first] >> partner & 1:
                free = rest ^ (1 << partner)
                chosen -= count(free)
                if chosen < 0:
                    break
        pairs.append((ids[first], ids[partner]))
    return pairs


def draw_by_walking(
    start: Pairs, barred: Barred, lots: Lots, *context: object, work: Work, excursions: int | None = None
) -> Pairs:
    """A nearly uniformly random legal matching of the players of `start`, a legal matching: see 3. above.

    One excursion: give up a random pair; then, again and again, let one of the two players left over take a
    random legal partner, whose partner is left over instead, until the two left over take each other. The way
    from one matching to another is as likely as the way back, so in the long run all are equally likely.
    """
    players = [player for pair in start for player in pair]
    size = len(players)
    mate = {a: b for pair in start for a, b in (pair, pair[::-1])}
    steps = count_up()
    last = max(LEAST_STEPS, STEPS_PER_PLAYER * size)
    for _ in range(excursions or max(LEAST_EXCURSIONS, EXCURSIONS_TIMES_PLAYERS // size)):
        before = dict(mate)
        one = players[lots.number(*context, "walk", next(steps)) % size]
        two = mate[one]
        for step in steps:
            if step > last:  # too tight to come back in time: keep the last legal matching
                return _as_pairs(before)
            work.take(LOT)
            drawn = lots.number(*context, "walk", step)
            wanted = players[(drawn >> 1) % size]
            if drawn & 1:
                one, two = two, one
            if wanted == one or wanted in barred[one]:
                continue
            if wanted == two:
                mate[one], mate[two] = two, one
                break
            mate[one], mate[wanted], one = wanted, one, mate[wanted]
    return _as_pairs(mate)


def _as_pairs(mate: Mapping[int, int]) -> Pairs:
    return [(a, b) for a, b in mate.items() if a < b]

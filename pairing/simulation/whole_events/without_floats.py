"""Compiled: the shape of the paper, where nobody ever floats, in two microseconds per tournament.

64 players and 5 rounds without draws, or any field in which every group is even and certain to have a legal pairing
(see `fits`). It plays and measures exactly what the general kernels do. What makes it fast:

- Sets of players are words of 64 bits, and a result is picked without a branch.
- The five tie-breaks of a player are five fields of 12 bits of one word. One subtraction compares all five of two
  players: the top bit of each field, set before, is still there where nothing had to be borrowed.
- Inversions between groups are the same in every order, so only pairs inside a group are compared, and in loops of
  fixed length over all places, which take no branch.
- How often each number of wins occurs among a player's opponents is counted in the bytes of a word. Multiplied by
  0x0101..., the bytes are running totals, from which least, greatest and middle values are read off.
- The inverted pairs at the cut are the sum, over those who make it, of how many are stronger, less the pairs
  among them. By lot, those who share the last places count in part: in each field, those level with the last who
  makes it.
"""

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled.jit import bits_set, compiled, inner, lowest_bit
from pairing.simulation.compiled.workspace import GAMMA, U32, mixed
from pairing.simulation.measuring.expected_lots import cut_by_lot
from pairing.simulation.measuring.measuring import add

ZERO, ONE, THREE, SIX, EIGHT = (np.uint64(number) for number in (0, 1, 3, 6, 8))
PLACES = 64  # loops always go over all, even if there are fewer players: of fixed length they take no branch
LOW = np.uint64((1 << 31) - 1)
TRIES = 1000

FIELDS, BITS = 5, 12
FIELD = np.uint64((1 << BITS) - 1)
LOWEST = np.uint64(sum(1 << BITS * k for k in range(FIELDS)))  # the lowest bit of every field
TOP = np.uint64(sum(1 << BITS * k + BITS - 1 for k in range(FIELDS)))
BORROW = np.uint64(BITS - 1)
BYTES, BYTE_TOPS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
U12, U24, U36, U48, U60 = (np.uint64(BITS * k) for k in range(1, FIELDS + 1))
PLAIN = np.uint64(1 << 60)  # beside the fields: in the cut of the order by points
FIELDS_ONLY = np.uint64((1 << 60) - 1)
WRONG_BY_LOT, CUT_BY_LOT = 5, 6  # of BRIEF_MEASURES

# The rows of the space for one tournament.
MEMBERS, LOTS, MET, GROUP, NEXT, WINS, ADDS, WORD, RUNNING, WON, IN_CUT, SHARING, SORTED, OPPONENT = range(14)


class Flat(NamedTuple):
    """What the kernel has to know."""

    rounds: int
    below: Any  # uint32 [64 * 64]: a match of i and j, in this order, is won by i below number 64 i + j
    weaker: Any  # uint64 [64]: who is weaker
    stronger: Any  # uint64 [64]: how many are stronger
    equal: Any  # uint64 [pairs, 2]: who are equally strong
    tables: Any  # uint64 [rounds + 1]: by wins, what an opponent adds to Solkoff and to OMW
    cut: int
    chosen: Any  # int64 [orders]: the field of every order; -1 for the first, that by points
    width: int  # of a bin of inversions
    first: int  # where the group begins that the cut is in
    last: int  # where it ends
    pairs: Any  # uint64: inside groups, at the end
    inside: Any  # uint64 [most, 64]: LOWEST where a place and that k + 1 behind are of one group, else 0


def space_for(rounds: int) -> Any:
    """Room for one tournament."""
    return np.zeros((OPPONENT + rounds, 2 * PLACES), dtype=np.uint64)


@compiled
def play_block(
    base: Any, first: int, count: int, players: int, f: Any, w: Any, measures: Any, total: Any
) -> int:
    """Play and measure tournaments; how many, which is less than `count` if one did not come out in time."""
    for t in range(count):
        state = mixed(base + np.uint64(first + t) * GAMMA)
        if not _play(state, players, f.rounds, f.below, w):
            return t
        _tie_breaks(f.rounds, f.tables, w)
        inside, ties, at_cut, uneven, lots = _compare(f, w, measures)
        _note(inside, ties, at_cut, uneven, lots, f, measures)
        add(f.width, WRONG_BY_LOT, measures, total)
    return count


@inner
def _play(state: Any, players: int, rounds: int, below: Any, w: Any) -> bool:
    """`group[k]` becomes the set of those with k wins, `won[r]` the set of those who won round r."""
    members, lots, met = w[MEMBERS], w[LOTS], w[MET]
    w[MET, :players] = ZERO
    w[GROUP, : rounds + 1] = ZERO
    w[GROUP, 0] = ~ZERO >> np.uint64(64 - players)
    for number in range(rounds):
        w[NEXT, : rounds + 1] = ZERO
        won = ZERO
        for wins in range(number, -1, -1):
            size = 0
            rest = w[GROUP, wins]
            while rest != ZERO:
                members[size] = lowest_bit(rest)
                rest &= rest - ONE
                size += 1
            state = _draw(state, size, members, lots, met)
            if state == ZERO:
                return False
            winners = _decide(size, number, members, lots, below, w)
            w[NEXT, wins + 1] |= winners
            w[NEXT, wins] |= w[GROUP, wins] ^ winners
            won |= winners
        for wins in range(rounds + 1):
            w[GROUP, wins] = w[NEXT, wins]
        w[WON, number] = won
    return True


@inner
def _draw(state: Any, size: int, members: Any, lots: Any, met: Any) -> Any:
    """Pair a group, the last two places first; the new state, or 0 if it takes too long."""
    for _ in range(TRIES):
        free = np.uint64(size)
        while free > ZERO:
            state += GAMMA
            lot = mixed(state)
            place = ((lot >> U32) * (free - ONE)) >> U32
            other = members[place]
            one = members[free - ONE]
            members[place] = members[free - ONE - ONE]
            members[free - ONE - ONE] = other
            if (met[one] >> other) & ONE:
                break
            lots[free - ONE] = lot & LOW
            free -= ONE + ONE
        if free == ZERO:
            return state
    return ZERO


@inner
def _decide(size: int, number: int, members: Any, lots: Any, below: Any, w: Any) -> Any:
    """The results of a group: the set of the winners."""
    met, opponent = w[MET], w[OPPONENT + number]
    winners = ZERO
    for k in range(0, size, 2):
        one, other = members[k + 1], members[k]
        # Half of them cannot be foreseen: the winner is looked up, since of a choice a branch might be made.
        winner = members[np.uint64(k) + np.uint64(lots[k + 1] < below[(one << SIX) | other])]
        opponent[one], opponent[other] = other, one
        set_one, set_other = ONE << one, ONE << other
        met[one] |= set_other
        met[other] |= set_one
        winners |= ONE << winner
    return winners


@inner
def _tie_breaks(rounds: int, tables: Any, w: Any) -> None:
    """`word[i]`: the five tie-breaks of i."""
    for wins in range(rounds + 1):
        rest, adds = w[GROUP, wins], tables[wins]
        while rest != ZERO:
            w[WINS, lowest_bit(rest)] = adds
            rest &= rest - ONE
    for i in range(PLACES):
        w[WORD, i] = w[RUNNING, i] = ZERO
    for number in range(rounds):
        won = w[WON, number]
        for i in range(PLACES):
            w[ADDS, i] = w[WINS, w[OPPONENT + number, i]]
        for i in range(PLACES):
            adds = w[ADDS, i]
            wins_of = adds & FIELD
            beaten = ZERO - ((won >> np.uint64(i)) & ONE)
            w[WORD, i] += adds + ((wins_of << U24) & beaten)
            w[RUNNING, i] += ONE << (wins_of << THREE)
    lower = np.uint64(128 - ((rounds - 1) // 2 + 1)) * BYTES
    upper = np.uint64(128 - (rounds // 2 + 1)) * BYTES
    least, most = np.uint64(127) * BYTES, np.uint64(128 - rounds) * BYTES
    some = ZERO - np.uint64(rounds > 2)
    for i in range(PLACES):
        sums, totals = w[WORD, i], w[RUNNING, i] * BYTES
        middle = bits_set((totals + lower) & BYTE_TOPS) + bits_set((totals + upper) & BYTE_TOPS)
        edges = bits_set((totals + least) & BYTE_TOPS) + bits_set((totals + most) & BYTE_TOPS)
        median = ((sums & FIELD) + edges - EIGHT - EIGHT) & some
        w[WORD, i] = sums | (median << U36) | ((EIGHT + EIGHT - middle) << U48)


@inner
def _line_up(rounds: int, weaker: Any, w: Any) -> Any:
    """`members` and `sorted`: the players and their words by wins, then strength. Inversions between groups."""
    across, before, place = ZERO, ZERO, 0
    for wins in range(rounds, -1, -1):
        rest = w[GROUP, wins]
        while rest != ZERO:
            i = lowest_bit(rest)
            rest &= rest - ONE
            across += bits_set(before & weaker[i])
            w[MEMBERS, place], w[SORTED, place] = i, w[WORD, i]
            place += 1
        before |= w[GROUP, wins]
    return across


@inner
def _compare(f: Any, w: Any, measures: Any) -> Any:
    """Words of five fields: inversions and ties inside groups, inversions at the cut. The order by points is done."""
    across = _line_up(f.rounds, f.weaker, w)
    behind, ahead = ZERO, ZERO
    for k in range(f.inside.shape[0]):
        upper, lower, inside_group = w[SORTED], w[SORTED, k + 1 :], f.inside[k]
        for p in range(PLACES):
            behind += (((upper[p] | TOP) - lower[p]) >> BORROW) & inside_group[p]
            ahead += (((lower[p] | TOP) - upper[p]) >> BORROW) & inside_group[p]
    all_pairs = f.pairs * LOWEST
    inside, ties = all_pairs - behind, behind + ahead - all_pairs
    if f.equal.size > 0:
        w[IN_CUT, :] = ZERO
        w[SHARING, :] = ZERO
    above, plain, at_cut, last_in = _at_cut(f.cut, f.first, f.last, f.stronger, w)
    group, size, room, level, counted = _sharing(f.first, f.last, f.stronger, last_in, w)
    sure = at_cut - counted
    inside, even, twice, both, one, shared = _equal(f.equal, inside, w)
    cut = np.int64(f.cut)
    at_cut = at_cut + (twice & FIELDS_ONLY) - np.uint64(cut * (cut - 1) // 2) * LOWEST
    measures[0, 0], measures[0, 4] = np.int64(across), np.int64(f.pairs)
    measures[0, 2] = np.int64(plain + (twice >> U60)) - cut * (cut - 1) // 2
    measures[0, WRONG_BY_LOT] = 2 * measures[0, 0] + np.int64(f.pairs - (even >> U60))
    measures[0, CUT_BY_LOT] = cut_by_lot(
        cut, f.last - f.first, f.cut - f.first, np.int64(above), np.int64(group),
        np.int64(both >> U60), np.int64(one >> U60), np.int64(shared >> U60),
    )  # fmt: skip
    return inside, ties, at_cut, ties - (even & FIELDS_ONLY), (size, room, sure, level, both, one, shared)


@inner
def _at_cut(cut: int, first: int, last: int, stronger: Any, w: Any) -> Any:
    """How many are stronger than those who make the cut, added up: than those of groups above, by points, by fields.
    And, by fields, the value of the last who makes it.

    The cut is inside the group that has the places from `first` to before `last`.
    """
    members, words, better = w[MEMBERS], w[SORTED], w[LOTS]
    above = ZERO
    for k in range(first):
        above += stronger[members[k]]
        w[IN_CUT, members[k]] = LOWEST | PLAIN
    total, plain, last_in = LOWEST * above, above, ZERO
    better[first:last] = ZERO
    for k in range(first, last):
        mine, behind = words[k] | TOP, ZERO
        for other in range(k + 1, last):
            ahead = ((mine - words[other]) >> BORROW) & LOWEST
            better[other] += ahead
            behind += ahead
        better[k] += np.uint64(last - k - 1) * LOWEST - behind
    limit = np.uint64(cut - first) * LOWEST
    for k in range(first, last):
        place = better[k] | TOP
        into = LOWEST - (((place - limit) >> BORROW) & LOWEST)
        last_in |= words[k] & (FIELD * (into & ((place + LOWEST - limit) >> BORROW)))
        total += into * stronger[members[k]]
        if k < cut:
            plain += stronger[members[k]]
            into |= PLAIN
        w[IN_CUT, members[k]] = into
    return above, plain, total, last_in


@inner
def _sharing(first: int, last: int, stronger: Any, last_in: Any, w: Any) -> Any:
    """Those whom a lot decides about: of the whole group how many are stronger, added up. By fields, of those level
    with the last who makes the cut: how many they are, how many of them make it, and that sum for all and for these.
    """
    members, words = w[MEMBERS], w[SORTED]
    group, size, room, level, counted = ZERO, ZERO, ZERO, ZERO, ZERO
    for k in range(first, last):
        i, mine = members[k], words[k]
        same = ((((mine | TOP) - last_in) & ((last_in | TOP) - mine)) >> BORROW) & LOWEST
        within = same & w[IN_CUT, i]
        w[SHARING, i] = same | PLAIN
        group += stronger[i]
        size += same
        room += within
        level += same * stronger[i]
        counted += within * stronger[i]
    return group, size, room, level, counted


@inner
def _equal(equal: Any, inside: Any, w: Any) -> Any:
    """Inversions inside groups without those of two equally strong players. And their pairs by fields, with PLAIN that
    of the order by points: tied; both in the cut; both surely; one surely and one sharing; both sharing.
    """
    even, twice, both, mixed_pairs, shared = ZERO, ZERO, ZERO, ZERO, ZERO
    for k in range(equal.shape[0]):
        one, other = equal[k, 0], equal[k, 1]
        if w[WINS, one] == w[WINS, other]:
            ahead = (((w[WORD, one] | TOP) - w[WORD, other]) >> BORROW) & LOWEST
            inside -= LOWEST - ahead
            even += PLAIN | (ahead & (((w[WORD, other] | TOP) - w[WORD, one]) >> BORROW))
        twice += w[IN_CUT, one] & w[IN_CUT, other]
        sure_one, sure_other = w[IN_CUT, one] & ~w[SHARING, one], w[IN_CUT, other] & ~w[SHARING, other]
        both += sure_one & sure_other
        mixed_pairs += (sure_one & w[SHARING, other]) | (w[SHARING, one] & sure_other)
        shared += w[SHARING, one] & w[SHARING, other]
    return inside, even, twice, both, mixed_pairs, shared


@inner
def _note(inside: Any, ties: Any, at_cut: Any, uneven: Any, lots: Any, f: Any, measures: Any) -> None:
    """Fields as numbers: one row of `measures` for every order."""
    size, room, sure, level, both, one, shared = lots
    for k in range(1, f.chosen.size):
        shift = np.uint64(BITS * f.chosen[k])
        more = _field(inside, shift)
        measures[k, 0] = measures[0, 0] + more
        measures[k, 1] = more
        measures[k, 2] = _field(at_cut, shift)
        measures[k, 3] = measures[k, 2] - measures[0, 2]
        measures[k, 4] = _field(ties, shift)
        measures[k, WRONG_BY_LOT] = 2 * measures[k, 0] + _field(uneven, shift)
        measures[k, CUT_BY_LOT] = cut_by_lot(
            np.int64(f.cut), _field(size, shift), _field(room, shift), _field(sure, shift), _field(level, shift),
            _field(both, shift), _field(one, shift), _field(shared, shift),
        )  # fmt: skip


@inner
def _field(word: Any, shift: Any) -> Any:
    return np.int64((word >> shift) & FIELD)

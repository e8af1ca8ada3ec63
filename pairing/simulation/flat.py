"""Compiled: the shape of the paper, where nobody ever floats, in about a microsecond and a half per tournament.

64 players and 5 rounds without draws, or any field in which every group is even and certain to have a legal pairing
(see `flat_fits`). It plays and measures exactly what the general kernels do. What makes it fast:

- Sets of players are words of 64 bits, and a result is picked without a branch.
- The five tie-breaks of a player are five fields of 12 bits of one word. One subtraction compares all five of two
  players: the top bit of each field, set before, is still there where nothing had to be borrowed.
- Inversions between groups are the same in every order, so only pairs inside a group are compared.
- How often each number of wins occurs among a player's opponents is counted in the bytes of a word. Multiplied by
  0x0101..., the bytes are running totals, from which least, greatest and middle values are read off.
- The inverted pairs at the cut are the sum, over those who make it, of how many are stronger, less the pairs
  among them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled import bits_set, compiled, inner, lowest_bit

ZERO, ONE, EIGHT, U27, U30, U31, U32 = (np.uint64(number) for number in (0, 1, 8, 27, 30, 31, 32))
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
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

# The rows of the space for one tournament.
MEMBERS, LOTS, MET, GROUP, NEXT, WINS, WORD, RUNNING, WON, IN_CUT, OPPONENT = range(11)


class Flat(NamedTuple):
    """What the kernel has to know."""

    rounds: int
    below: Any  # uint32 [n, n]
    weaker: Any  # uint64 [64]: who is weaker
    stronger: Any  # uint64 [64]: how many are stronger
    equal: Any  # uint64 [pairs, 2]: who are equally strong
    tables: Any  # uint64 [rounds + 1]: by wins, what an opponent adds to Solkoff and to OMW
    cut: int
    chosen: Any  # int64 [orders]: the field of every order; -1 for the first, that by points
    bin_of: Any  # int64 [inversions]


def flat_space(rounds: int) -> Any:
    """Room for one tournament."""
    return np.zeros((OPPONENT + rounds, 64), dtype=np.uint64)


@inner
def _mixed(number: Any) -> Any:
    number = (number ^ (number >> U30)) * FIRST
    number = (number ^ (number >> U27)) * SECOND
    return number ^ (number >> U31)


@compiled
def flat_block(
    base: Any, first: int, count: int, players: int, f: Any, w: Any, found: Any, total: Any
) -> int:
    """Play and measure tournaments; how many, which is less than `count` if one did not come out in time."""
    for t in range(count):
        state = _mixed(base + np.uint64(first + t) * GAMMA)
        if not _play(state, players, f.rounds, f.below, w):
            return t
        _tie_breaks(players, f.rounds, f.tables, w)
        inside, ties, at_cut = _compare(f.rounds, f.cut, f.weaker, f.stronger, f.equal, w, found)
        _note(inside, ties, at_cut, f.chosen, found)
        _add(f.bin_of, found, total)
    return count


@inner
def _play(state: Any, players: int, rounds: int, below: Any, w: Any) -> bool:
    """`group[k]` becomes the set of those with k wins, `won[i]` the set of rounds i has won."""
    members, lots, met = w[MEMBERS], w[LOTS], w[MET]
    w[MET, :players] = ZERO
    w[WON, :players] = ZERO
    w[GROUP, : rounds + 1] = ZERO
    w[GROUP, 0] = ~ZERO >> np.uint64(64 - players)
    for number in range(rounds):
        w[NEXT, : rounds + 1] = ZERO
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
            winners, all_ = _decide(size, number, members, lots, below, w)
            w[NEXT, wins + 1] |= winners
            w[NEXT, wins] |= all_ ^ winners
        w[GROUP, : rounds + 1] = w[NEXT, : rounds + 1]
    return True


@inner
def _draw(state: Any, size: int, members: Any, lots: Any, met: Any) -> Any:
    """Pair a group, the last two places first; the new state, or 0 if it takes too long."""
    for _ in range(TRIES):
        free = np.uint64(size)
        while free > ZERO:
            state += GAMMA
            lot = _mixed(state)
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
    """The results of a group: the set of the winners, and of all."""
    met, won, opponent = w[MET], w[WON], w[OPPONENT + number]
    winners, all_ = ZERO, ZERO
    bit = np.uint64(number)
    for k in range(0, size, 2):
        one, other = members[k + 1], members[k]
        first = np.uint64(lots[k + 1] < below[one, other])
        opponent[one], opponent[other] = other, one
        set_one, set_other = ONE << one, ONE << other
        met[one] |= set_other
        met[other] |= set_one
        won[one] |= first << bit
        won[other] |= (first ^ ONE) << bit
        all_ |= set_one | set_other
        winners |= set_other ^ ((set_one ^ set_other) & (ZERO - first))
    return winners, all_


@inner
def _tie_breaks(players: int, rounds: int, tables: Any, w: Any) -> None:
    """`word[i]`: the five tie-breaks of i."""
    running = w[RUNNING]
    for wins in range(rounds + 1):
        rest, adds, byte = w[GROUP, wins], tables[wins], ONE << np.uint64(8 * wins)
        while rest != ZERO:
            i = lowest_bit(rest)
            rest &= rest - ONE
            w[WINS, i], running[i] = adds, byte
    lower = np.uint64(128 - ((rounds - 1) // 2 + 1)) * BYTES
    upper = np.uint64(128 - (rounds // 2 + 1)) * BYTES
    least, most = np.uint64(127) * BYTES, np.uint64(128 - rounds) * BYTES
    for i in range(players):
        sums, times, won = ZERO, ZERO, w[WON, i]
        for number in range(rounds):
            j = w[OPPONENT + number, i]
            adds = w[WINS, j]
            beaten = ZERO - ((won >> np.uint64(number)) & ONE)
            sums += adds + (((adds & FIELD) << U24) & beaten)
            times += running[j]
        totals = times * BYTES
        middle = bits_set((totals + lower) & BYTE_TOPS) + bits_set((totals + upper) & BYTE_TOPS)
        edges = bits_set((totals + least) & BYTE_TOPS) + bits_set((totals + most) & BYTE_TOPS)
        median = ZERO
        if rounds > 2:
            median = (sums & FIELD) + edges - EIGHT - EIGHT
        w[WORD, i] = sums | (median << U36) | ((EIGHT + EIGHT - middle) << U48)


@inner
def _compare(rounds: int, cut: int, weaker: Any, stronger: Any, equal: Any, w: Any, found: Any) -> Any:
    """Words of five fields: inversions and ties inside groups, inversions at the cut. The order by points is done."""
    sorted_, members = w[LOTS], w[MEMBERS]
    across, behind, ahead, pairs, here, plain = ZERO, ZERO, ZERO, ZERO, 0, ZERO
    before = ZERO  # the set of those with more wins
    in_cut = ZERO
    for wins in range(rounds, -1, -1):
        rest, size = w[GROUP, wins], 0
        while rest != ZERO:
            i = lowest_bit(rest)
            rest &= rest - ONE
            across += bits_set(before & weaker[i])
            members[size], sorted_[size] = i, w[WORD, i]
            size += 1
        for k in range(size):
            mine = sorted_[k]
            mine_top = mine | TOP
            for other in range(k + 1, size):
                behind += ((mine_top - sorted_[other]) & TOP) >> BORROW
                ahead += (((sorted_[other] | TOP) - mine) & TOP) >> BORROW
        pairs += np.uint64(size * (size - 1) // 2)
        in_cut += _into_cut(size, cut - here, stronger, w)
        for k in range(min(size, cut - here)):
            plain += stronger[members[k]]
            w[IN_CUT, members[k]] |= PLAIN
        before |= w[GROUP, wins]
        here += size
    inside = pairs * LOWEST - behind
    ties = behind + ahead - pairs * LOWEST
    at_cut = in_cut - np.uint64(cut * (cut - 1) // 2) * LOWEST
    plain_equal = ZERO
    for k in range(equal.shape[0]):
        one, other = equal[k, 0], equal[k, 1]
        if w[RUNNING, one] == w[RUNNING, other]:
            inside -= LOWEST - ((((w[WORD, one] | TOP) - w[WORD, other]) & TOP) >> BORROW)
        both = w[IN_CUT, one] & w[IN_CUT, other]
        at_cut += both & LOWEST
        plain_equal += both >> U60
    found[0, 0], found[0, 4] = np.int64(across), np.int64(pairs)
    found[0, 2] = np.int64(plain + plain_equal) - cut * (cut - 1) // 2
    return inside, ties, at_cut


@inner
def _into_cut(size: int, places: int, stronger: Any, w: Any) -> Any:
    """Of a group with so many places left: for each field the sum of `stronger` of those who make the cut."""
    sorted_, members, in_cut = w[LOTS], w[MEMBERS], w[IN_CUT]
    total = ZERO
    if places >= size or places <= 0:
        into = LOWEST if places > 0 else ZERO
        for k in range(size):
            in_cut[members[k]] = into
            total += into * stronger[members[k]]
        return total
    limit = np.uint64(places) * LOWEST
    for k in range(size):
        mine = sorted_[k]
        better = ZERO
        for other in range(k):
            better += (((sorted_[other] | TOP) - mine) & TOP) >> BORROW
        for other in range(k + 1, size):
            better += LOWEST - ((((mine | TOP) - sorted_[other]) & TOP) >> BORROW)
        into = LOWEST - ((((better | TOP) - limit) & TOP) >> BORROW)
        in_cut[members[k]] = into
        total += into * stronger[members[k]]
    return total


@inner
def _note(inside: Any, ties: Any, at_cut: Any, chosen: Any, found: Any) -> None:
    """Fields as numbers: one row of `found` for every order."""
    for k in range(1, chosen.size):
        shift = np.uint64(BITS * chosen[k])
        more = np.int64((inside >> shift) & FIELD)
        found[k, 0] = found[0, 0] + more
        found[k, 1] = more
        found[k, 2] = np.int64((at_cut >> shift) & FIELD)
        found[k, 3] = found[k, 2] - found[0, 2]
        found[k, 4] = np.int64((ties >> shift) & FIELD)


@inner
def _add(bin_of: Any, found: Any, total: Any) -> None:
    orders = found.shape[0]
    for k in range(orders):
        for m in range(5):
            total.sums[k, m] += found[k, m]
            total.squares[k, m] += found[k, m] * found[k, m]
        for other in range(orders):
            total.products[k, other] += found[k, 0] * found[other, 0]
        total.bins[k, bin_of[found[k, 0]]] += 1

"""The criteria C6 to C21 of one bracket as integer costs (C.04.3, articles 2.3 and 2.4).

Each criterion is a digit, or a row of digits for a list of scores that is compared from the highest on (`Scale`).
What is the same in all candidates has no digit: how far an MDP who is paired is above the residents, for instance.
"""

from collections.abc import Iterable, Sequence

from pairing.systems.dutch.colours import colour_of, too_many, unusual
from pairing.systems.dutch.histories import ABSOLUTE, ANY, DOWN, STRONG, UP, WHITE, History
from pairing.systems.dutch.lineup import Lineup

Digits = dict[int, int]
"""The weight of each value of a list: a score, or a difference of scores."""


class Scale:
    """A digit's weight exceeds everything the digits below it can add up to. `most`: how often one can count. All
    weights are even, as the matcher wants them.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.at = 1

    def digit(self, most: int | None = None) -> int:
        """The weight of the next digit, which counts at most so often."""
        weight = 1 << self.at
        self.at += (self.most if most is None else most).bit_length()
        return weight

    def row(self, values: Iterable[int]) -> Digits:
        """A row of digits, the highest value in front."""
        return {value: self.digit() for value in sorted(set(values))}


class Criteria:
    """What pairs and floats cost in a bracket of `mdps`, highest first, and `residents`.

    `next_score`: that of the scoregroup below, if C8 is to be looked at. `to_bye`: the players who can get the bye, if
    whoever floats alone gets it (C9); else nobody.
    """

    def __init__(
        self, lineup: Lineup, mdps: list[int], residents: range, next_score: int | None, to_bye: int
    ) -> None:
        self.players, self.to_bye = lineup.players, to_bye
        self.mdps, self.residents = mdps, residents
        self._scale = Scale(len(mdps) + len(residents))
        self.moved = [lineup.players[v] for v in mdps]
        self.native = [lineup.players[v] for v in residents]
        self.incoming = frozenset(mdps)
        self._floats_of_pairs()
        self._colours(lineup)
        self.c9 = self._scale.digit(lineup.number) if to_bye else 0
        self._downfloaters(next_score)

    def _list(self, needed: bool, scores: list[int]) -> Digits:
        return self._scale.row(scores) if needed else {}

    def _one(self, needed: bool) -> int:
        return self._scale.digit() if needed else 0

    def _floats_of_pairs(self) -> None:
        """C14 to C21, from the last on: what the rounds before say against a float."""
        moved, native = self.moved, self.native
        again = [any(p.earlier_float == UP for p in native), any(p.earlier_float == DOWN for p in moved)]
        again += [any(p.last_float == UP for p in native), any(p.last_float == DOWN for p in moved)]
        down = [any(p.earlier_float == DOWN for p in native), any(p.last_float == DOWN for p in native)]
        # C18 to C21 compare scores of MDPs, C14 to C17 count players.
        scores = [p.score for p in moved]
        self.c21 = self._list(again[0], scores)
        self.c20 = self._list(again[1], scores)
        self.c19 = self._list(again[2], scores)
        self.c18 = self._list(again[3], scores)
        self.c17 = self._one(again[0] and bool(moved))
        self.c16 = self._one(down[0])
        self.c15 = self._one(again[2] and bool(moved))
        self.c14 = self._one(down[1])

    def _colours(self, lineup: Lineup) -> None:
        self.c13 = self._one(True)
        self.c12 = self._one(True)
        tops = lineup.last and any(p.top for p in (*self.moved, *self.native))
        self.third = self._one(tops)
        self.excess = self._one(tops)

    def _downfloaters(self, next_score: int | None) -> None:
        """C8, if there is a next bracket to be looked at, C7 and C6."""
        scores = [p.score for p in (*self.moved, *self.native)]
        self.c8: Digits = {}
        self.c8_each = 0
        if next_score is not None:
            self._scale.most += len(self.players)
            self.c8 = self._list(True, [*scores, next_score])
            self.c8_each = self._one(True)
        self.c7 = self._list(bool(self.moved), scores)
        self.c6 = self._one(True)

    def digits(self) -> list[tuple[int, str]]:
        """Weight and criterion of every digit, the heaviest first, without those of C8."""
        plain = {
            "C6": self.c6, "C9": self.c9, "C10": self.excess, "C11": self.third, "C12": self.c12, "C13": self.c13,
            "C14": self.c14, "C15": self.c15, "C16": self.c16, "C17": self.c17,
        }  # fmt: skip
        lists = {"C7": self.c7, "C18": self.c18, "C19": self.c19, "C20": self.c20, "C21": self.c21}
        found = [(weight, rule) for rule, weight in plain.items() if weight]
        found += [(weight, rule) for rule, row in lists.items() for weight in row.values()]
        return sorted(found, reverse=True)

    # ---- costs --------------------------------------------------------------------------------------------------

    def pair(self, a: int, b: int) -> int:
        """Two residents, or an MDP and a resident; C10 and C11 are costs of their own."""
        one, other = self.players[a], self.players[b]
        cost = against_colours(one, other, self.c12, self.c13)
        if a in self.incoming:
            if other.last_float == UP:
                cost += self.c15 + self.c19[one.score]
            if other.earlier_float == UP:
                cost += self.c17 + self.c21[one.score]
        return cost

    def floating(self, v: int) -> int:
        """A player of the bracket who leaves it."""
        player = self.players[v]
        cost = self.c6 + self.c7.get(player.score, 0)
        if v in self.incoming:
            if player.last_float == DOWN:
                cost += self.c18[player.score]
            if player.earlier_float == DOWN:
                cost += self.c20[player.score]
        else:
            cost += self.c14 * (player.last_float == DOWN) + self.c16 * (player.earlier_float == DOWN)
        return cost

    def joining(self, v: int) -> int:
        """A player of the bracket who is paired in the next one."""
        return 0

    def passing(self, v: int) -> int:
        """A player, of the bracket or the next scoregroup, who is a downfloater of the next bracket too."""
        return self.c8_each + self.c8[self.players[v].score] if self.c8 else 0

    def bye(self, v: int) -> int:
        """Who gets the bye, besides floating: C9."""
        return self.c9 * self.players[v].missed

    def kind(self, v: int) -> tuple[int, ...]:
        """Players of one kind cost the same everywhere; an MDP and a resident have different scores."""
        p = self.players[v]
        missed = p.missed if self.to_bye >> v & 1 else -1
        return p.score, p.wants, p.strength, p.last_float, p.earlier_float, missed


class Leaving:
    """Nothing but how many players leave a bracket of `mdps` and `residents`: everything else costs nothing."""

    excess = third = 0

    def __init__(self, mdps: list[int], residents: range) -> None:
        self.mdps, self.residents = mdps, residents
        self.incoming = frozenset(mdps)

    def pair(self, a: int, b: int) -> int:
        """Any pair of the bracket."""
        return 0

    def floating(self, v: int) -> int:
        """A player of the bracket who leaves it."""
        return 2

    def joining(self, v: int) -> int:
        """Whatever becomes of who leaves."""
        return 0

    passing = bye = joining

    def kind(self, v: int) -> tuple[int, ...]:
        """MDPs meet residents only."""
        return (v in self.incoming,)


def against_colours(history: History, other: History, c12: int, c13: int) -> int:
    """What a pair costs with these weights of C12 and C13."""
    if history.wants == ANY or history.wants != other.wants:
        return 0
    strong = min(history.strength, other.strength) >= STRONG and {history.strength, other.strength} != {
        ABSOLUTE
    }
    return c12 + c13 * strong


# C10 and C11: in the last round, pairs with a topscorer in which somebody gets a colour too often.
Special = dict[tuple[int, int], list[tuple[int, int]]]


def special_pairs(lineup: Lineup, bracket: Sequence[int]) -> Special:
    """The legal pairs of a bracket that count in C10 or C11, by how many players do in each.

    Who has an absolute preference gets it but against another one, unless colours have been set by hand.
    """
    players = lineup.players
    found: Special = {}
    absolute = [v for v in bracket if players[v].strength == ABSOLUTE]
    odd = {v for v in absolute if unusual(players[v])}
    for v in absolute:
        for w in bracket if v in odd else absolute:
            elsewhere = w < v if (v in odd) == (w in odd) else w in odd
            if elsewhere or not lineup.near[v] >> w & 1:
                continue
            one, other = players[min(v, w)], players[max(v, w)]
            if one.top or other.top:
                count = counted(one, other)
                if any(count):
                    found.setdefault(count, []).append((v, w))
    return found


def counted(higher: History, lower: History) -> tuple[int, int]:
    """How many of a pair count in C10 and in C11. The initial colour matters to nobody with a preference."""
    colour, _ = colour_of(higher, lower, WHITE)
    one, other = too_many(higher, colour), too_many(lower, 1 - colour)
    return one[0] + other[0], one[1] + other[1]

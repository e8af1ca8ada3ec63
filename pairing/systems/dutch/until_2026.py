"""The brackets of a round by the rules in force until 31 January 2026 (rules/dutch.md, section 8).

A bracket is paired freely. If its downfloaters and all lower players could not be completed then, it is the penultimate
one (PPB): it is paired again so that they can (C.4), and all lower players form the collapsed last bracket (CLB).
"""

from pairing.model.types import HUNDRED
from pairing.systems.dutch.completion import can_be_completed
from pairing.systems.dutch.criteria import Digits, Scale, against_colours
from pairing.systems.dutch.histories import DOWN, UP
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import Below
from pairing.systems.dutch.quick import at_once
from pairing.systems.dutch.search import Paired, Search


# The criteria of one bracket by the rules in force until 31 January 2026 (articles C.5 to C.19) as integer
# costs.
#
# As in `criteria`. PSD is the list of the score differences of all pairs and of all downfloaters, from the
# highest on; criteria about floats count every pair of different scores.
class CriteriaUntil2026:
    """What pairs and floats cost in a bracket of `mdps` and `residents`, both highest first. `next_score`: that of the
    next bracket's residents, if it is looked at (C.7).
    """

    def __init__(self, lineup: Lineup, mdps: list[int], residents: range, next_score: int | None) -> None:
        self.players, self.mdps, self.residents, self.next_score = lineup.players, mdps, residents, next_score
        scale = Scale(len(mdps) + len(residents))
        bracket = [lineup.players[v] for v in (*mdps, *residents)]
        scores = sorted({p.score for p in bracket})
        self.lowest = scores[0] - HUNDRED
        differences = {a - b for a in scores for b in scores if a > b} | {a - self.lowest for a in scores}
        self.incoming = frozenset(mdps)
        self.c19, self.c18, self.c17, self.c16 = (scale.row(differences) for _ in range(4))
        self.c15, self.c14, self.c13, self.c12 = (scale.digit() for _ in range(4))
        self.c11, self.c10 = scale.digit(), scale.digit()
        tops = lineup.last and any(p.top for p in bracket)
        self.third = scale.digit() if tops else 0
        self.excess = scale.digit() if tops else 0
        self.c7_psd: Digits = {}
        self.c7 = 0
        if next_score is not None:
            self._look_ahead(scale, scores, next_score)
        self.above_c7 = scale.at
        self.c6 = scale.row(differences)
        self.unpaired_mdps = scale.digit()
        self.c5 = scale.digit()

    def _look_ahead(self, scale: Scale, scores: list[int], next_score: int) -> None:
        """C.7: how many float from the next bracket, and its PSD. It has players of the whole lineup in it at most."""
        most, scale.most = scale.most, len(self.players)
        up = {score - next_score for score in scores}
        self.c7_psd = scale.row(up | {each + HUNDRED for each in up} | {HUNDRED})
        self.c7 = scale.digit()
        scale.most = most

    def pair(self, a: int, b: int) -> int:
        """Two players, the higher ranked first; C.8 and C.9 are costs of their own."""
        one, other = self.players[a], self.players[b]
        cost = against_colours(one, other, self.c10, self.c11)
        difference = one.score - other.score
        if difference:
            cost += self.c6[difference] + self._down(a, difference)
            cost += (self.c13 + self.c17[difference]) * (other.last_float == UP)
            cost += (self.c15 + self.c19[difference]) * (other.earlier_float == UP)
        return cost

    def _down(self, v: int, difference: int) -> int:
        """Who floats down by so much: C.12, C.14, C.16, C.18."""
        player = self.players[v]
        cost = (self.c12 + self.c16[difference]) * (player.last_float == DOWN)
        return cost + (self.c14 + self.c18[difference]) * (player.earlier_float == DOWN)

    def floating(self, v: int) -> int:
        """A player of the bracket who leaves it."""
        difference = self.players[v].score - self.lowest
        cost = self.c5 + self.c6[difference] + self._down(v, difference)
        return cost + self.unpaired_mdps * (v in self.incoming)

    def joining(self, v: int) -> int:
        """A player of the bracket who is paired in the next one."""
        return 0 if self.next_score is None else self.c7_psd[self.players[v].score - self.next_score]

    def passing(self, v: int) -> int:
        """A player, of the bracket or the next scoregroup, who is a downfloater of the next bracket too."""
        if self.next_score is None:
            return 0
        return self.c7 + self.c7_psd[self.players[v].score - self.next_score + HUNDRED]

    def bye(self, v: int) -> int:
        """Who gets the bye does not matter."""
        return 0

    def kind(self, v: int) -> tuple[int, ...]:
        """Players of one kind cost the same everywhere."""
        p = self.players[v]
        return v in self.incoming, p.score, p.wants, p.strength, p.last_float, p.earlier_float


def pair_brackets_until_2026(lineup: Lineup) -> list[Paired]:
    """All brackets, from the top; the last one leaves nobody, or who gets the bye."""
    done: list[Paired] = []
    down: list[int] = []
    end = len(lineup.players)
    for group, members in enumerate(lineup.groups):
        if members.stop == end:
            done.append(_last(lineup, group, members, down))
            break
        paired, sure = _free(lineup, group, down)
        if not sure and not can_be_completed(lineup, paired.floaters, members.stop):
            paired = _penultimate(lineup, group, down)
            done += [paired, _last(lineup, group + 1, range(members.stop, end), paired.floaters)]
            break
        done.append(paired)
        down = paired.floaters
    return done


def _free(lineup: Lineup, group: int, mdps: list[int]) -> tuple[Paired, bool]:
    """A bracket that does not ask whether the rest can be completed, and whether that is sure all the same."""
    if found := at_once(lineup, group, mdps, _low_bye(lineup)):
        return found, bool(found.moved or found.rest)
    return _looking_ahead(lineup, group, mdps).first(), False


def _low_bye(lineup: Lineup) -> int | None:
    """The lowest scoregroup with somebody who may get the bye, if there is one to be given."""
    if not lineup.odd:
        return None
    return max(group for group in range(len(lineup.groups)) if lineup.takers & lineup.members(group))


def _looking_ahead(lineup: Lineup, group: int, mdps: list[int]) -> Search:
    """The bracket with its best quality found. If the next one is the last and leaves over one player, that one must
    be able to get the bye (C.2); so each number of those left over is tried on its own.
    """
    following = lineup.groups[group + 1]
    criteria = CriteriaUntil2026(lineup, mdps, lineup.groups[group], lineup.scores[group + 1])
    size = len(mdps) + len(lineup.groups[group]) + len(following)

    def search(stand_ins: int, *, bye: bool = False, forced: bool = False) -> Search | None:
        below = Below(following, len(following), stand_ins, bye, forced)
        found = Search(lineup, group, criteria, below, lineup.takers)
        return found if found.solve() else None

    stand_ins = 2 + size % 2
    while not (free := search(stand_ins)) or not free.has_spare():
        stand_ins *= 3 if stand_ins % 2 else 4
    if following.stop < len(lineup.players) or not lineup.odd:
        return free
    above = free.cost() >> criteria.above_c7
    for over in range(1, size + 1, 2):
        found = search(0, bye=True) if over == 1 else search(over, forced=True)
        if found and found.cost() >> criteria.above_c7 == above:
            return found
    return _blind(lineup, group, mdps)


def _blind(lineup: Lineup, group: int, mdps: list[int]) -> Search:
    """The bracket without a look at the next one, where whatever floats leaves that one without a candidate."""
    criteria = CriteriaUntil2026(lineup, mdps, lineup.groups[group], None)
    below = Below(range(0), 0, len(mdps) + len(lineup.groups[group]), bye=False)
    found = Search(lineup, group, criteria, below, 0)
    found.solve()
    return found


def _penultimate(lineup: Lineup, group: int, mdps: list[int]) -> Paired:
    members = lineup.groups[group]
    below = Below(range(members.stop, len(lineup.players)), 0, 0, bye=lineup.odd)
    return _solved(lineup, group, members, mdps, below)


def _last(lineup: Lineup, group: int, residents: range, mdps: list[int]) -> Paired:
    """The last bracket, collapsed or not."""
    is_whole = residents == lineup.groups[group]
    if is_whole and (found := at_once(lineup, group, mdps, _low_bye(lineup))):
        return found
    return _solved(lineup, group, residents, mdps, Below(range(0), 0, 0, bye=lineup.odd))


def _solved(lineup: Lineup, group: int, residents: range, mdps: list[int], below: Below) -> Paired:
    criteria = CriteriaUntil2026(lineup, mdps, residents, None)
    search = Search(lineup, group, criteria, below, lineup.takers)
    if not search.solve():
        raise AssertionError("a bracket of a round that can be paired cannot be paired")
    return search.first()

"""Why a player left a scoregroup without an opponent."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.model.reasons import Reason, because
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.brackets import fewest_left
from pairing.systems.dutch.histories import DOWN, History
from pairing.systems.dutch.lineup import Lineup, span
from pairing.systems.dutch.paired import Paired
from pairing.systems.monrad.explain import FLOAT_ALONE
from pairing.systems.monrad.first_come import SHOWN


def listed(code: str, ids: list[int], *, until_2026: bool) -> list[Reason]:
    """A reason about some players, or none if there are none."""
    return [says.reason_of_edition(code, players=tuple(ids[:SHOWN]), until_2026=until_2026)] if ids else []


def again(player: History, float_: int) -> tuple[bool, bool]:
    """Whether a player had this float in the round before, and in the one before that."""
    return player.last_float == float_, player.earlier_float == float_


class Floats:
    """The floaters of a paired round."""

    def __init__(self, lineup: Lineup, brackets: list[Paired], bye_group: int | None) -> None:
        self.lineup, self.brackets, self.bye_group = lineup, brackets, bye_group
        self._counts: dict[int, Reason] = {}

    def why(self, v: int, to: int) -> Iterable[Reason]:
        """Why a player was not paired in the scoregroups above that of number `to`, from the own one on."""
        for bracket in self.brackets[:to]:
            if v in bracket.floaters:
                yield from self._left(bracket, v)

    def _left(self, bracket: Paired, v: int) -> Iterable[Reason]:
        lineup, members = self.lineup, bracket.residents
        score = lineup.scores[bracket.group]
        residents = span(members)
        if len(members) == 1 and v in members and not bracket.mdps:
            yield because(FLOAT_ALONE, score=score)
            return
        meets = residents | (sum(1 << w for w in bracket.mdps) if v in members else 0)
        if not lineup.near[v] & meets:
            yield because(says.NOBODY_THERE, score=score)
            return
        yield self._count(bracket)
        if v in members:
            yield from self._instead(bracket, v)

    def _instead(self, bracket: Paired, v: int) -> Iterable[Reason]:
        """Why this resident and none who is ranked lower."""
        lineup, members = self.lineup, bracket.residents
        later = [w for w in range(v + 1, members.stop) if w not in bracket.floaters]
        player, old = lineup.players[v], lineup.until_2026
        mine = again(player, DOWN)
        worse = [again(lineup.players[w], DOWN) > mine for w in later]
        down = [lineup.ids[w] for w, floated in zip(later, worse, strict=True) if floated]
        others = [lineup.ids[w] for w, floated in zip(later, worse, strict=True) if not floated]
        if not later:
            yield because(says.LOWEST_FLOATS, player=player.player)
        if any(mine):
            yield says.reason_of_edition(says.DOWN_AGAIN, player=player.player, until_2026=old)
        yield from listed(says.NOT_DOWN_AGAIN, down, until_2026=old)
        if others and bracket.for_the_next:
            yield says.reason_of_edition(says.FOR_THE_NEXT, until_2026=old)
        else:
            yield from listed(says.NOT_WHOLE, others, until_2026=old)

    def _count(self, bracket: Paired) -> Reason:
        """Why so many are left over."""
        if bracket.group not in self._counts:
            self._counts[bracket.group] = self._count_anew(bracket)
        return self._counts[bracket.group]

    def _count_anew(self, bracket: Paired) -> Reason:
        lineup, left, old = self.lineup, len(bracket.floaters), self.lineup.until_2026
        score = lineup.scores[bracket.group]
        size = len(bracket.mdps) + len(bracket.residents)
        if left == size % 2:
            return says.reason_of_edition(says.ODD, score=score, until_2026=old)
        if left == fewest_left(lineup, bracket, None):
            return says.reason_of_edition(says.FEW_PAIRS, score=score, count=left, until_2026=old)
        takers = lineup.takers if self.bye_group is not None else 0
        for_the_rest = old or left == fewest_left(lineup, bracket, takers)
        code = says.FOR_THE_REST if for_the_rest else says.FOR_THE_BYE
        return says.reason_of_edition(code, score=score, count=left, until_2026=old)

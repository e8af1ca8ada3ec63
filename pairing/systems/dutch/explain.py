"""Why each pair and the bye are as they are, in sentences a player can read (`sentences`)."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.matching.problem import bits
from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.brackets import fewest_left
from pairing.systems.dutch.colours import GRANTED, LATEST, too_many
from pairing.systems.dutch.criteria import against_colours
from pairing.systems.dutch.histories import ANY, DOWN, UP, History
from pairing.systems.dutch.lineup import Lineup, span
from pairing.systems.dutch.search import Paired
from pairing.systems.monrad.explain import FLOAT, FLOAT_ALONE, REMATCH, SECOND_BYE, why_barred
from pairing.systems.monrad.pairing_order import SHOWN


# Why a player left a scoregroup without an opponent.
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


__all__ = ["REMATCH", "SECOND_BYE", "Explainer"]


class Explainer:
    """Reasons for the pairs of one round."""

    def __init__(self, lineup: Lineup, brackets: list[Paired], field: Field, bye_group: int | None) -> None:
        self.lineup, self.field, self.old = lineup, field, lineup.until_2026
        self.floats = Floats(lineup, brackets, bye_group)
        self.passed: dict[int, list[int]] = {}  # by the member of S1, or the MDP, whom it could not take
        self.exchanged: set[int] = set()
        self.bracket_of: dict[int, Paired] = {}
        for bracket in brackets:
            self._read(bracket)

    def _read(self, bracket: Paired) -> None:
        """Who was passed over by whom, and who changed halves."""
        residents = bracket.residents
        free = span(residents)
        for a, b in bracket.moved:
            free &= ~(1 << b)
            self.passed[a] = bits(free & ((1 << b) - 1))
            self.bracket_of[a] = bracket
        upper = bits(free)[: len(bracket.rest)]
        self.exchanged.update(a for a, _ in bracket.rest if a not in set(upper))
        self.exchanged.update({*upper} - {a for a, _ in bracket.rest})
        lower = free & ~sum(1 << a for a, _ in bracket.rest)
        for a, b in bracket.rest:
            lower &= ~(1 << b)
            self.passed[a] = bits(lower & ((1 << b) - 1) & ~((2 << a) - 1))

    # ---- pairs --------------------------------------------------------------------------------------------------

    def match(self, a: int, b: int, colour: int, rule: str) -> tuple[Reason, ...]:
        """Why this pair, the higher ranked first, who has this colour by this rule of article 5."""
        higher, lower = self.lineup.players[a], self.lineup.players[b]
        why: list[Reason] = []
        if self.lineup.released and frozenset((higher.player, lower.player)) in self.lineup.released:
            why.append(because(REMATCH, round=self.field.last_meeting(higher.player, lower.player)))
        if a not in self.bracket_of:
            same = because(SAME_SCORE, score=higher.score)
            why.append(same if higher.score == lower.score else because(says.COLLAPSED))
            why += self._extra(higher, lower)
            why += self._in_order(a, b)
        else:
            why += self._float(a, b)
        return (*why, *self._colours(a, b, colour, rule))

    def _extra(self, *players: History) -> Iterable[Reason]:
        """That scores are told which are not those of the standings."""
        if any(p.score != self.field.points[p.player] for p in players):
            yield because(says.EXTRA)

    def _in_order(self, a: int, b: int) -> Iterable[Reason]:
        ids = self.lineup.ids
        changed = [v for v in (a, b) if v in self.exchanged]
        yield from (because(says.EXCHANGED, player=ids[v]) for v in changed)
        passed = self.passed[a]
        if not passed and not changed:
            yield because(says.HALVES)
        yield from self._not(a, b, passed)

    def _float(self, a: int, b: int) -> Iterable[Reason]:
        players, ids = self.lineup.players, self.lineup.ids
        yield because(FLOAT, player=ids[a], score=players[a].score, met_score=players[b].score)
        yield from self._extra(players[a], players[b])
        yield from self.floats.why(a, self.bracket_of[a].group)
        if any(again(players[b], UP)):
            yield says.reason_of_edition(says.UP_AGAIN, player=ids[b], until_2026=self.old)
        yield because(says.FIRST_FOR_FLOATER, player=ids[a])
        yield from self._not(a, b, self.passed[a])

    def _not(self, a: int, b: int, passed: list[int]) -> Iterable[Reason]:
        """Why none of those who came first in order: rules they would break, or what they cost more than the one who
        is met.
        """
        lineup, field = self.lineup, self.field
        me, met = lineup.players[a], lineup.players[b]
        colours, up = against_colours(me, met, 2, 1), again(met, UP)
        found: dict[str, list[int]] = {}
        for v in passed:
            other = lineup.players[v]
            barred = why_barred(field, me.player, other.player, field.played[me.player])
            if barred:
                code = barred
            elif not lineup.near[a] >> v & 1:
                code = says.NOT_COLOUR_TWICE
            elif against_colours(me, other, 2, 1) > colours:
                code = says.NOT_COLOUR
            elif a in self.bracket_of and again(other, UP) > up:
                code = says.NOT_UP_AGAIN
            else:
                code = says.NOT_WHOLE
            found.setdefault(code, []).append(other.player)
        for code, ids in found.items():
            yield from listed(code, ids, until_2026=self.old)

    def _colours(self, a: int, b: int, colour: int, rule: str) -> Iterable[Reason]:
        higher, lower = self.lineup.players[a], self.lineup.players[b]
        code = says.COLOURS[rule]
        if rule in (GRANTED, LATEST):
            yield says.reason_of_edition(code, until_2026=self.old)
        else:
            gets = higher if higher.wants in (colour, ANY) else lower
            yield says.reason_of_edition(code, player=gets.player, until_2026=self.old)
        if self.lineup.last and (higher.top or lower.top):
            for player, has in ((higher, colour), (lower, 1 - colour)):
                if any(too_many(player, has)):
                    yield says.reason_of_edition(says.THIRD_TIME, player=player.player, until_2026=self.old)

    # ---- the bye ------------------------------------------------------------------------------------------------

    def bye(self, v: int) -> tuple[Reason, ...]:
        """Why this bye, and why nobody on the same score or below has it."""
        lineup, old = self.lineup, self.old
        player = lineup.players[v]
        why = [because(SECOND_BYE)] if player.had_bye else []
        group = next(members for members in lineup.groups if v in members)
        after = [w for w in range(v + 1, len(lineup.players)) if not lineup.takers >> w & 1]
        had = listed(says.BYE_HAD, [lineup.ids[w] for w in after], until_2026=old)
        if old:
            return (*why, because(says.BYE_LEFT), *had)
        why += [says.reason_of_edition(says.BYE_LOWEST, score=player.score, until_2026=old), *had]
        below = [w for w in range(group.stop, len(lineup.players)) if lineup.takers >> w & 1]
        why += listed(says.BYE_OTHERS, [lineup.ids[w] for w in below], until_2026=old)
        same = [lineup.players[w] for w in range(v + 1, group.stop) if lineup.takers >> w & 1]
        if missed := [p.player for p in same if p.missed > player.missed]:
            players = tuple(missed[:SHOWN])
            why.append(
                says.reason_of_edition(says.BYE_PLAYED, players=players, player=player.player, until_2026=old)
            )
        return tuple(why)

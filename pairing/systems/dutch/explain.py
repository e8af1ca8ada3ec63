"""Why each pair and the bye are as they are, in sentences a player can read (`sentences`)."""

from collections.abc import Iterable

from pairing.matching.problem import bits
from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.colours import GRANTED, LATEST, too_many
from pairing.systems.dutch.criteria import against_colours
from pairing.systems.dutch.floats import Floats, again, listed
from pairing.systems.dutch.histories import ANY, UP, History
from pairing.systems.dutch.lineup import Lineup, span
from pairing.systems.dutch.paired import Paired
from pairing.systems.monrad.explain import FLOAT, REMATCH, SECOND_BYE, why_barred
from pairing.systems.monrad.first_come import SHOWN

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

"""Why each pair and the bye are as they are, with the articles of C.04.4.2."""

from collections.abc import Iterable

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because, gettext_noop, sentence
from pairing.systems.burstein.brackets import Bracket, clash
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.colours import GRANTED, HIGHER, INITIAL, LATEST, STRONGER, WIDER
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.monrad.explain import (
    FLOAT,
    FLOAT_ALONE,
    REMATCH,
    SECOND_BYE,
    why_barred,
)
from pairing.systems.monrad.pairing_order import SHOWN

FARTHEST = sentence(
    "burstein_farthest",
    gettext_noop(
        "{player} meets the lowest ranked possible opponent of the group; players are ranked by the strength "
        "of the opponents they have met ({rule})."
    ),
)
LEFT_OVER = sentence(
    "burstein_left_over",
    gettext_noop("On {score} no more pairs were possible, so that every player has an opponent ({rule})."),
)
BYE_RANKED = sentence(
    "burstein_bye_ranked",
    gettext_noop("Of those the lowest ranked by the strength of the opponents met ({rule})."),
)

ARTICLES = {
    INITIAL: "5.2.1", GRANTED: "5.2.2", STRONGER: "5.2.3", WIDER: "5.2.3", LATEST: "5.2.4", HIGHER: "5.2.5",
}  # fmt: skip
RULES = {says.NOT_COLOUR_TWICE: "C3", says.NOT_COLOUR: "C8"}


def colour_reason(rule: str, gets: int) -> Reason:
    """Why the colours are as they are, by a rule of `dutch.colours` under the number it has in C.04.4; by it the player
    `gets` the colour.
    """
    article = ARTICLES[rule]
    if rule in (GRANTED, LATEST):
        return because(says.COLOURS[rule], rule=article)
    return because(says.COLOURS[rule], player=gets, rule=article)


class Explainer:
    """Reasons for one round: `lineup` is that of all players, `paired` that without whoever has the bye."""

    def __init__(self, lineup: Lineup, paired: Lineup, brackets: list[Bracket], field: Field) -> None:
        self.lineup, self.paired, self.field = lineup, paired, field
        self.floated = {v: bracket for bracket in brackets for v in bracket.floaters}
        self.left = {bracket.group: _after_each(bracket) for bracket in brackets}

    def match(self, bracket: Bracket, a: int, b: int, rule: str, gets: int) -> tuple[Reason, ...]:
        """Why the first of a pair in the order of its bracket meets the second, and why the colours; by `rule` the
        player `gets` the colour.
        """
        one, other = self.paired.players[a], self.paired.players[b]
        why: list[Reason] = []
        if frozenset((one.player, other.player)) in self.paired.released:
            why.append(because(REMATCH, round=self.field.last_meeting(one.player, other.player)))
        if one.score == other.score:
            why.append(because(SAME_SCORE, score=one.score))
        else:
            down, met = (a, other) if one.score > other.score else (b, one)
            why += self._float(down, met.score)
        passed = self.left[bracket.group][a, b]
        why.append(because(FARTHEST, player=one.player, rule="1.8, 4.3"))
        return (*why, *self._not(a, b, passed), colour_reason(rule, gets))

    def _float(self, v: int, met_score: int) -> Iterable[Reason]:
        player = self.paired.players[v]
        yield because(FLOAT, player=player.player, score=player.score, met_score=met_score)
        left = self.floated.get(v)
        if left is None:  # two floaters of unequal scores, or one of a bracket further up
            return
        score = self.paired.scores[left.group]
        if len(left.order) == 1:
            yield because(FLOAT_ALONE, score=score)
        elif len(left.floaters) == len(left.order) % 2:
            yield because(says.ODD, score=score, rule="C5")
        else:
            yield because(LEFT_OVER, score=score, rule="C4, C5")

    def _not(self, a: int, b: int, passed: list[int]) -> Iterable[Reason]:
        """Why none of those who are ranked below the opponent: rules, or what would be worse."""
        me, met = self.paired.players[a], self.paired.players[b]
        found: dict[str, list[int]] = {}
        for v in passed:
            other = self.paired.players[v]
            barred = why_barred(self.field, me.player, other.player, self.field.played[me.player])
            if barred:
                code = barred
            elif not self.paired.near[a] >> v & 1:
                code = says.NOT_COLOUR_TWICE
            elif clash(me, other) > clash(me, met):
                code = says.NOT_COLOUR
            else:
                code = says.NOT_WHOLE
            found.setdefault(code, []).append(other.player)
        for code, ids in found.items():
            rule = {"rule": RULES[code]} if code in RULES else {}
            yield because(code, players=tuple(ids[:SHOWN]), **rule)

    def bye(self, v: int) -> tuple[Reason, ...]:
        """Why this bye (3.1), and why nobody on a lower score has it."""
        lineup = self.lineup
        player = lineup.players[v]
        group = next(members for members in lineup.groups if v in members)
        below = range(group.stop, len(lineup.players))
        why = [because(SECOND_BYE)] if player.had_bye else []
        why.append(because(says.BYE_LOWEST, score=player.score, rule="3.1.3"))
        had = [w for w in (*group, *below) if not lineup.takers >> w & 1]
        others = [w for w in below if lineup.takers >> w & 1]
        missed = [w for w in group if lineup.takers >> w & 1 and lineup.players[w].missed > player.missed]
        why += self._listed(says.BYE_HAD, had, rule="3.1.1")
        why += self._listed(says.BYE_OTHERS, others, rule="3.1.2")
        why += self._listed(says.BYE_PLAYED, missed, player=player.player, rule="3.1.4")
        return (*why, because(BYE_RANKED, rule="3.1.5"))

    def _listed(self, code: str, players: list[int], **params: object) -> list[Reason]:
        ids = tuple(self.lineup.ids[w] for w in players[:SHOWN])
        return [because(code, players=ids, **params)] if ids else []


def _after_each(bracket: Bracket) -> dict[tuple[int, int], list[int]]:
    """By pair, who was still free and ranked below the second of it when the first had the choice."""
    place = {v: at for at, v in enumerate(bracket.order)}
    free = set(bracket.order)
    found = {}
    for a, b in bracket.pairs:
        found[a, b] = sorted((v for v in free if place[v] > place[b]), key=place.__getitem__, reverse=True)
        free -= {a, b}
    return found

"""Why each pair and the bye are as they are, in sentences a player can read."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, TEXTS, Reason, because, sentence
from pairing.model.wording import gettext_noop
from pairing.systems.monrad.first_come import SHOWN
from pairing.systems.monrad.lineup import Lineup
from pairing.systems.monrad.pairing_order import Paired

FIRST_LEGAL = sentence("first_legal", gettext_noop("first legal opponent in draw order"))
FIRST_POSSIBLE = sentence("first_possible", gettext_noop("first possible opponent in draw order"))
NOT_MET = sentence("not_met", gettext_noop("not {players}: already met"))
NOT_FORBIDDEN = sentence("not_forbidden", gettext_noop("not {players}: this pairing is forbidden"))
NOT_CLUB_MATES = sentence("not_club_mates", gettext_noop("not {players}: club mates are kept apart"))
NOT_OTHERS = sentence(
    "not_others",
    gettext_noop(
        "not {players}: others would be left without a legal opponent, or would have to float further"
    ),
)
FLOAT = sentence("float", gettext_noop("{player} floats from score {score} to score {met_score}"))
FLOAT_ALONE = sentence("float_alone", gettext_noop("nobody else to be paired has score {score}"))
FLOAT_LAST = sentence(
    "float_last", gettext_noop("the others on score {score} are paired; the last in draw order float first")
)
FLOAT_NONE_LEFT = sentence("float_none_left", gettext_noop("nobody left on score {score} is possible"))
PAST_BARRED = sentence(
    "past_barred", gettext_noop("not score {score}: already met, or forbidden to meet, everybody there")
)
PAST_OTHERS = sentence(
    "past_others",
    gettext_noop(
        "not score {score}: somebody from there would then have to float, or be left without an opponent"
    ),
)
BYE_LOWEST = sentence("bye_lowest_score", gettext_noop("lowest score, no earlier bye"))
sentence("bye_lowest", TEXTS[BYE_LOWEST])  # what stored rounds may call it
BYE_HIGHER = sentence("bye_higher", gettext_noop("lowest possible score {score}, no earlier bye"))
BYE_HAD = sentence("bye_had", gettext_noop("not {players}: had a bye already"))
BYE_OTHERS = sentence(
    "bye_others", gettext_noop("not {players}: then others would be left without a legal opponent")
)
BYE_LAST = sentence("bye_last", gettext_noop("of those who can have it, the last in draw order"))
REMATCH = sentence(
    "rematch", gettext_noop("rematch of round {round}, as allowed: without one no legal pairing exists")
)
SECOND_BYE = sentence(
    "second_bye", gettext_noop("second bye, as allowed: no legal pairing gives it to somebody without one")
)


class Explainer:
    """Reasons for the pairs of one round."""

    def __init__(self, field: Field, lineup: Lineup) -> None:
        self.field = field
        self.lineup = lineup
        first = because(FIRST_LEGAL)
        self.possible = because(FIRST_POSSIBLE)
        self.same = [because(SAME_SCORE, score=score) for score in lineup.scores]
        self.simple = [(same, first) for same in self.same]

    def match(self, pair: Paired) -> tuple[Reason, ...]:
        """Why this pair."""
        if pair.group == pair.other and not pair.passed:
            why: tuple[Reason, ...] = self.simple[pair.group]
        elif pair.group == pair.other:
            why = (self.same[pair.group], *self._not(pair), self.possible)
        else:
            why = tuple(self._float(pair))
        if self.lineup.again and (met := self.lineup.again.get(pair.first, {}).get(pair.second)):
            why = (because(REMATCH, round=met), *why)
        return why

    def bye(self, pair: Paired) -> tuple[Reason, ...]:
        """Why this bye, and why nobody on the same score or below has it."""
        lineup, field = self.lineup, self.field
        score, lowest = lineup.scores[pair.group], len(lineup.groups) - 1
        again = pair.first in field.had_bye
        if again:
            why = [because(SECOND_BYE)]
        elif pair.group == lowest:
            why = [because(BYE_LOWEST)]
        else:
            why = [because(BYE_HIGHER, score=score)]
        group = lineup.groups[pair.group]
        after = group[group.index(pair.first) + 1 :]
        below = [p for players in lineup.groups[pair.group + 1 :] for p in players]
        if len(group) > 1:
            why.append(because(BYE_LAST))
        had = [p for p in (*after, *below) if p in lineup.had_bye]
        others = [p for p in below if p not in lineup.had_bye]
        why += _listed(BYE_HAD, had) + _listed(BYE_OTHERS, others)
        return tuple(why)

    def _not(self, pair: Paired) -> list[Reason]:
        """Why none of the own group who came first in the order."""
        return [
            reason
            for code, players in passed_over(self.field, pair.first, pair.passed)
            for reason in _listed(code, players)
        ]

    def _float(self, pair: Paired) -> Iterable[Reason]:
        scores, groups = self.lineup.scores, self.lineup.groups
        score = scores[pair.group]
        yield because(FLOAT, player=pair.first, score=score, met_score=scores[pair.other])
        if len(groups[pair.group]) == 1:
            yield because(FLOAT_ALONE, score=score)
        elif pair.passed:
            yield because(FLOAT_NONE_LEFT, score=score)
            yield from self._not(pair)
        else:
            yield because(FLOAT_LAST, score=score)
        barred = self.field.barred[pair.first]
        for between in range(pair.group + 1, pair.other):
            everybody = all(p in barred for p in groups[between])
            yield because(PAST_BARRED if everybody else PAST_OTHERS, score=scores[between])
        yield self.possible


def passed_over(field: Field, player: int, passed: Iterable[int]) -> list[tuple[str, list[int]]]:
    """Why each of those `passed` is not the opponent of `player`: the sentences in their order, and whom each is about,
    which may be nobody.
    """
    found: dict[str, list[int]] = {NOT_MET: [], NOT_FORBIDDEN: [], NOT_CLUB_MATES: [], NOT_OTHERS: []}
    for other in passed:
        if other in field.met[player]:
            code = NOT_MET
        elif field.are_only_mates(player, other):
            code = NOT_CLUB_MATES
        else:
            code = NOT_FORBIDDEN if field.is_apart(player, other) else NOT_OTHERS
        found[code].append(other)
    return list(found.items())


def _listed(code: str, players: list[int]) -> list[Reason]:
    """A reason about some players, or none if there are none."""
    return [because(code, players=tuple(players[:SHOWN]))] if players else []

"""Why each pair of a round is as it is: the group, the floater, each BACKTRACK and what was merged."""

from collections.abc import Iterable, Sequence

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because, gettext_noop, sentence
from pairing.systems.monrad.explain import (
    FLOAT,
    FLOAT_ALONE,
    passed_over,
)
from pairing.systems.wcsc.blocks import SHOWN, Backtrack, Paired
from pairing.systems.wcsc.options import WcscOptions

FIRST_CHOICE = {
    "A": sentence(
        "wcsc_opposite", gettext_noop("First choice: the counterpart in the other half of the score group.")
    ),
    "B": sentence("wcsc_last", gettext_noop("First choice: the first of the score group meets the last.")),
}
NEXT_CHOICE = sentence(
    "wcsc_next_choice", gettext_noop("The next possible opponent in the order of the score group.")
)
FLOATER = {
    "U": sentence(
        "wcsc_floater_top",
        gettext_noop("The score group on {score} is odd: {player} floats, the first from the top who can."),
    ),
    "L": sentence(
        "wcsc_floater_bottom",
        gettext_noop(
            "The score group on {score} is odd: {player} floats, the first from the bottom who can."
        ),
    ),
}
LEFT_OVER = sentence("wcsc_left_over", gettext_noop("No one left on {score} can be the opponent."))
CROSS = {
    "C": sentence(
        "wcsc_cross_top", gettext_noop("From the nearest score group: the highest-placed possible opponent.")
    ),
    "D": sentence(
        "wcsc_cross_bottom",
        gettext_noop("From the nearest score group: the lowest-placed possible opponent."),
    ),
    "E": sentence(
        "wcsc_cross_by_half",
        gettext_noop(
            "From the nearest score group: a floater from the upper half meets the lowest "
            "possible opponent, one from the lower half the highest."
        ),
    ),
}
LOST_OPPONENT = sentence(
    "wcsc_lost_opponent",
    gettext_noop("Not {players}: the score groups below could not be paired (backtrack)."),
)
LOOKED_AHEAD = sentence(
    "wcsc_looked_ahead", gettext_noop("Not {players}: the score groups below could not be paired.")
)
MERGED = sentence(
    "wcsc_merged",
    gettext_noop("All players on {top_score} to {low_score} were paired together (backtrack)."),
)
BACKTRACK_MERGED = sentence(
    "wcsc_backtrack_merged",
    gettext_noop(
        "No pairing on {score}, so all players on {top_score} to {low_score} were paired "
        "together (backtrack)."
    ),
)
BACKTRACK_FLOATER = sentence(
    "wcsc_backtrack_floater",
    gettext_noop("No pairing on {score}, so {player}, who floats, got the next opponent (backtrack)."),
)
BYE_LOWEST = sentence("wcsc_bye_lowest", gettext_noop("The lowest-placed player without an earlier bye."))
BYE_LOWEST_POSSIBLE = sentence(
    "wcsc_bye_lowest_possible",
    gettext_noop("The lowest-placed player without an earlier bye, as long as all others can be paired."),
)


class Explainer:
    """Reasons for the pairs of one round. `ids` are the players by vertex, `group_of` their groups."""

    def __init__(
        self,
        field: Field,
        options: WcscOptions,
        ids: Sequence[int],
        group_of: Sequence[int],
        scores: list[int],
    ) -> None:
        self.field, self.options = field, options
        self.ids, self.group_of, self.scores = ids, group_of, scores
        self.sizes = [0] * len(scores)
        for group in group_of:
            self.sizes[group] += 1

    def match(self, pair: Paired) -> tuple[Reason, ...]:
        """Why this pair."""
        why = list(self._same(pair) if self._inside(pair) else self._float(pair))
        if pair.merged:
            first, last = pair.merged
            why.append(because(MERGED, top_score=self.scores[first], low_score=self.scores[last]))
        return tuple(why)

    def backtrack(self, event: Backtrack) -> Reason:
        """What happened, as a note on the round."""
        failed = self.scores[event.failed]
        if event.floater is not None:
            return because(BACKTRACK_FLOATER, score=failed, player=self.ids[event.floater])
        return because(BACKTRACK_MERGED, score=failed, top_score=self.scores[event.first], low_score=failed)

    def _inside(self, pair: Paired) -> bool:
        return self.group_of[pair.first] == self.group_of[pair.second]

    def _same(self, pair: Paired) -> Iterable[Reason]:
        yield because(SAME_SCORE, score=self.scores[self.group_of[pair.first]])
        if pair.passed:
            yield from self._not(pair)
            yield because(NEXT_CHOICE)
        else:
            yield because(FIRST_CHOICE[self.options.method])

    def _float(self, pair: Paired) -> Iterable[Reason]:
        upper, lower = (self.scores[self.group_of[v]] for v in (pair.first, pair.second))
        player = self.ids[pair.first]
        yield because(FLOAT, player=player, score=upper, met_score=lower)
        if self.sizes[self.group_of[pair.first]] == 1:
            yield because(FLOAT_ALONE, score=upper)
        elif pair.designated:
            yield because(FLOATER[self.options.floater], player=player, score=upper)
        else:
            yield because(LEFT_OVER, score=upper)
            yield from self._not(pair)
        if pair.refused:
            code = LOST_OPPONENT if self.options.search == "paper" else LOOKED_AHEAD
            yield because(code, players=self._shown(pair.refused))
        yield because(CROSS[pair.cross])

    def _not(self, pair: Paired) -> Iterable[Reason]:
        """Why none of those in the own group who came first in the order."""
        passed = [self.ids[v] for v in pair.passed]
        for code, players in passed_over(self.field, self.ids[pair.first], passed):
            if players:
                yield because(code, players=tuple(players))

    def _shown(self, players: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.ids[v] for v in players[:SHOWN])


def bye_reason(player: int, groups: Sequence[Sequence[int]], field: Field) -> Reason:
    """Why this player has the bye."""
    later = []
    for group in reversed(groups):
        later += list(reversed(group))
    without = next(p for p in later if p not in field.had_bye)
    return because(BYE_LOWEST if player == without else BYE_LOWEST_POSSIBLE)

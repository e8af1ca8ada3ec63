"""Why each pair and the bye are as they are, with the articles of C.04.4.1."""

from collections.abc import Iterable

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because, sentence
from pairing.model.wording import gettext_noop
from pairing.systems.burstein.explain import colour_reason
from pairing.systems.dubov.brackets import Bracket
from pairing.systems.dubov.past import Past
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE, why_barred
from pairing.systems.monrad.first_come import SHOWN

UP = sentence(
    "dubov_up",
    gettext_noop(
        "{player} is paired up from {score} to {met_score}: so that every player there has an opponent, as few "
        "as possible come up, with scores as high as possible ({rule})."
    ),
)
UP_AGAIN = sentence(
    "dubov_up_again",
    gettext_noop("{player} was paired up in the round before already; it could not be avoided ({rule})."),
)
IN_ORDER = sentence(
    "dubov_in_order",
    gettext_noop(
        "{player} meets the first possible opponent by number; who has met the lowest ratings chooses first "
        "({rule})."
    ),
)
SHIFTED = sentence(
    "dubov_shifted",
    gettext_noop(
        "{player} changed to the players who seek the other colour, so that both groups are equal ({rule})."
    ),
)
BYE_NUMBER = sentence(
    "dubov_bye_number", gettext_noop("Of those the player with the largest number ({rule}).")
)


class Explainer:
    """Reasons for one round: `lineup` is that of all players, `paired` that without whoever has the bye."""

    def __init__(self, lineup: Lineup, paired: Lineup, past: Past, field: Field) -> None:
        self.lineup, self.paired, self.past, self.field = lineup, paired, past, field

    def match(self, bracket: Bracket, at: int, rule: str, gets: int) -> tuple[Reason, ...]:
        """Why a pair, by its place in the bracket, and its colours; by `rule` the player `gets` the colour."""
        a, b = bracket.pairs[at]
        one, other = self.paired.players[a], self.paired.players[b]
        why: list[Reason] = []
        if frozenset((one.player, other.player)) in self.paired.released:
            why.append(because(REMATCH, round=self.field.last_meeting(one.player, other.player)))
        if one.score == other.score:
            why.append(because(SAME_SCORE, score=one.score))
        else:
            low, high = (one, other) if one.score < other.score else (other, one)
            up = {"player": low.player, "score": low.score, "met_score": high.score}
            why.append(because(UP, **up, rule="C5, C6"))
            if low.player in self.past.lately and not self.past.last:
                why.append(because(UP_AGAIN, player=low.player, rule="C10"))
        for v in (a, b):
            if v in bracket.shifted:
                why.append(because(SHIFTED, player=self.paired.ids[v], rule="3.2.4"))
        why.append(because(IN_ORDER, player=one.player, rule="3.2.5"))
        return (*why, *self._not(bracket, at), colour_reason(rule, gets))

    def _not(self, bracket: Bracket, at: int) -> Iterable[Reason]:
        """Why none of those with a smaller number who were still free."""
        a, b = bracket.pairs[at]
        taken = {second for _, second in bracket.pairs[:at]}
        me = self.paired.players[a]
        found: dict[str, list[int]] = {}
        for v in bracket.second[: bracket.second.index(b)]:
            other = self.paired.ids[v]
            if v in taken:
                continue
            barred = why_barred(self.field, me.player, other, self.field.played[me.player])
            if barred:
                code = barred
            elif not self.paired.near[a] >> v & 1:
                code = says.NOT_COLOUR_TWICE
            else:
                code = says.NOT_WHOLE
            found.setdefault(code, []).append(other)
        for code, ids in found.items():
            rule = {"rule": "C3"} if code == says.NOT_COLOUR_TWICE else {}
            yield because(code, players=tuple(ids[:SHOWN]), **rule)

    def bye(self, v: int) -> tuple[Reason, ...]:
        """Why this bye (3.1)."""
        player = self.lineup.players[v]
        why = [because(SECOND_BYE)] if player.had_bye else []
        why.append(because(says.BYE_LOWEST, score=player.score, rule="3.1.3"))
        return (*why, because(BYE_NUMBER, rule="3.1.4, 3.1.5"))

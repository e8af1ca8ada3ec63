"""Why each pair and the bye are as they are, in sentences a player can read."""

from __future__ import annotations

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, Reason, because, sentence
from pairing.model.wording import gettext_noop
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.paired import Paired
from pairing.systems.monrad.explain import FLOAT, REMATCH, SECOND_BYE

__all__ = ["REMATCH", "SECOND_BYE", "Explainer"]

DUTCH_BYE = sentence(
    "dutch_bye", gettext_noop("The bye goes to a player on {score}, the lowest score possible (C5).")
)


class Explainer:
    """Reasons for the pairs of one round."""

    def __init__(self, lineup: Lineup, brackets: list[Paired], field: Field) -> None:
        self.lineup, self.brackets, self.field = lineup, brackets, field

    def match(self, a: int, b: int, colour: int, rule: str) -> tuple[Reason, ...]:
        """Why this pair, the higher ranked first."""
        players = self.lineup.players
        higher, lower = players[a], players[b]
        why = []
        if self.lineup.released and frozenset((higher.player, lower.player)) in self.lineup.released:
            last = max(
                r.number
                for r in self.field.rounds
                for m in r.matches
                if {higher.player, lower.player} == set(m.seats)
            )
            why.append(because(REMATCH, round=last))
        if higher.score == lower.score:
            why.append(because(SAME_SCORE, score=higher.score))
        else:
            why.append(because(FLOAT, player=higher.player, score=higher.score, met_score=lower.score))
        return tuple(why)

    def bye(self, v: int) -> tuple[Reason, ...]:
        """Why this bye."""
        player = self.lineup.players[v]
        why = [because(SECOND_BYE)] if player.player in self.field.had_bye else []
        return (*why, because(DUTCH_BYE, score=player.score))

"""From a field to the plan of a Dubov round."""

from collections.abc import Iterable
from functools import partial

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import SAME_SCORE, Reason, because, gettext_noop, sentence
from pairing.model.types import PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.burstein.brackets import bye_player
from pairing.systems.burstein.explain import colour_reason
from pairing.systems.dubov.brackets import Bracket, pair_brackets
from pairing.systems.dubov.options import DubovOptions
from pairing.systems.dubov.past import Past, past
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.colours import INITIAL, colour_of
from pairing.systems.dutch.histories import WHITE, History
from pairing.systems.dutch.lineup import Lineup, by_rank, in_groups
from pairing.systems.dutch.plan import first_pairable, initial_colour
from pairing.systems.monrad.explain import REMATCH, SECOND_BYE, why_barred
from pairing.systems.monrad.pairing_order import SHOWN
from pairing.systems.waiving import given_up

# Why each pair and the bye are as they are, with the articles of C.04.4.1.
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


def pair(field: Field, options: DubovOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables in the order of C.04.2. Errors: Impossible; PairingError, where the
    acceleration does not fit the event.
    """
    before = past(field, options)
    lineup, bye = _best(field, options, before)
    left = lineup
    if bye is not None:
        players = [p for v, p in enumerate(lineup.players) if v != bye]
        left = in_groups(players, field, released=lineup.released)
    explain = Explainer(lineup, left, before, field)
    matches = _tables(left, pair_brackets(left, before), explain, initial_colour(options.dutch, lots))
    byes = () if bye is None else (PlannedBye(lineup.ids[bye], why=explain.bye(bye)),)
    return RoundPlan(field.number, matches, byes, tuple(given_up(matches, byes)))


def _best(field: Field, options: DubovOptions, before: Past) -> tuple[Lineup, int | None]:
    """The lineup, which says what was waived, and who has the bye (3.1). Errors: Impossible."""
    players = sorted((before.history[id] for id in field.present), key=by_rank)
    lineup, group = first_pairable(field, options, partial(in_groups, players, field))
    if group is None:
        return lineup, None
    return lineup, bye_player(lineup, group, lambda v: (players[v].number,))


def _tables(
    lineup: Lineup, brackets: list[Bracket], explain: Explainer, initial: int
) -> tuple[PlannedMatch, ...]:
    """All pairs in the order of the boards: by the scores of the two, then by the number of the higher ranked."""
    boards = []
    for bracket in brackets:
        for at, pair in enumerate(bracket.pairs):
            higher, lower = sorted((lineup.players[v] for v in pair), key=by_rank)
            seats, rule, gets = seated(higher, lower, initial)
            why = explain.match(bracket, at, rule, gets)
            boards.append(((-higher.score, -lower.score, higher.number), seats, why))
    boards.sort(key=lambda board: board[0])
    return tuple(PlannedMatch(table, seats, why) for table, (_, seats, why) in enumerate(boards, start=1))


def seated(higher: History, lower: History, initial: int) -> tuple[tuple[int, int], str, int]:
    """White and Black, the rule that decided (as in `dutch.colours`), and who got the colour by it."""
    if higher.colours or lower.colours:
        colour, rule = colour_of(higher, lower, initial)
    else:
        colour, rule = (initial if higher.odd else 1 - initial), INITIAL
    seats = (higher.player, lower.player) if colour == WHITE else (lower.player, higher.player)
    gets = higher if rule == INITIAL or higher.wants == colour else lower
    return seats, rule, gets.player

"""What the rules of an event say about the players of one round, in the form in which a repair asks.

Repairs look at rounds somebody else has paired, so they need the rules apart from the search a system makes of them:
who may meet whom and have the bye, what the groups of the round are made of, in which order its players come, and who
sits first. What differs from system to system stands in `RULES`; a system that is not named there groups by points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from pairing.model.field import Field
from pairing.model.first_mover import seating
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because
from pairing.model.types import HUNDRED
from pairing.repair import wording
from pairing.systems.burstein.options import BursteinOptions
from pairing.systems.burstein.plan import ranking, seated, seeding_rounds
from pairing.systems.dubov import plan as dubov
from pairing.systems.dubov.options import DubovOptions
from pairing.systems.dubov.past import past
from pairing.systems.dutch.colours import colour_of
from pairing.systems.dutch.histories import WHITE
from pairing.systems.dutch.lineup import by_rank, known
from pairing.systems.dutch.options import DutchOptions
from pairing.systems.dutch.plan import initial_colour
from pairing.systems.keizer.plan import met as met_too_early
from pairing.systems.keizer.values import KeizerOptions, keizer
from pairing.systems.mcmahon import plan as mcmahon
from pairing.systems.mcmahon.options import McMahonOptions
from pairing.systems.mcmahon.plan import scores
from pairing.systems.monrad.lineup import line_up
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad_rank import MonradRankOptions, ranked
from pairing.systems.tiered.options import Prices, TieredOptions
from pairing.systems.tiered.standing import Standing
from pairing.systems.tiered.tiers import UPPER_LOSSES
from pairing.systems.wcsc.basis import basis
from pairing.systems.wcsc.options import WcscOptions

Broken = tuple[str, ...]
Seating = Callable[[int, int], tuple[int, int]]

# Rules that can be given up, the worst first. A repair gives up as few of the worst as possible, then of the next.
FORBIDDEN, REMATCH, SECOND_BYE, SEASON_REMATCH = "forbidden", "rematch", "second_bye", "season_rematch"
WORST = ((FORBIDDEN,), (REMATCH, SECOND_BYE), (SEASON_REMATCH,))
_SAID = {
    FORBIDDEN: wording.NOT_TO_MEET,
    REMATCH: wording.MET,
    SECOND_BYE: wording.HAD_BYE,
    SEASON_REMATCH: wording.MET_EARLIER,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of matches of two for one round.

    `order`: everybody who may have to be seated, as the round looks at them. `score` (hundredths): what the groups are
    made of. `bars`: by player whom he may not meet, and the rules that would be broken. `low_bye`: whether the bye
    belongs to the lowest score; else it may go to anybody.
    """

    order: tuple[int, ...]
    score: Mapping[int, int]
    bars: Mapping[int, Mapping[int, Broken]]
    had_bye: Set[int]
    low_bye: bool
    seat: Seating

    def broken_by(self, a: int, b: int) -> Broken:
        """The rules two players would break by meeting."""
        return self.bars[a].get(b, ()) if a in self.bars else ()

    def lowest_bye(self, players: Iterable[int]) -> int:
        """The lowest score of these players that may have the bye: of those without one, if there are any."""
        everybody = list(players)
        scores = [self.score[p] for p in everybody if p not in self.had_bye]
        return min(scores or [self.score[p] for p in everybody], default=0)

    def bye_distance(self, player: int, lowest: int) -> int:
        """How far a player with the bye is above the lowest score that may have it."""
        return max(0, self.score[player] - lowest) if self.low_bye else 0


def reason_of_rule(rule: str, players: Sequence[int]) -> Reason:
    """The sentence about a rule that these players break."""
    if rule == SECOND_BYE:
        return because(_SAID[rule], player=players[0])
    return because(_SAID[rule], player=players[0], other_player=players[1])


def severity(broken: Iterable[str]) -> tuple[int, ...]:
    """How many rules are given up, the worst first; smaller is better."""
    rules = list(broken)
    return tuple(sum(rule in level for rule in rules) for level in WORST)


def rules_of(slug: str, field: Field, options: Any, playing: Sequence[int], lots: Lots) -> Rules:
    """The rules of the system `slug` for the round of `field`, with these players."""
    made = RULES.get(slug, _by_points)
    return made(field, options, playing, lots)


def _first_mover(field: Field, options: Any, lots: Lots) -> Seating:
    return seating(field, lots, getattr(options, "first_mover", "alternate"))


def _bars(
    field: Field,
    more: Mapping[frozenset[int], str] | None = None,
    met: Mapping[int, Set[int]] | None = None,
) -> dict[int, dict[int, Broken]]:
    """Whom everybody may not meet; `more` are further pairs and their rule, where no other one is broken. `met`: whom
    everybody has met, where that is not everybody they were paired with.
    """
    met = field.met if met is None else met
    bars: dict[int, dict[int, Broken]] = {p: dict.fromkeys(others, (REMATCH,)) for p, others in met.items()}
    for one, others in field.apart.items():
        for other in others:
            bars[one][other] = (FORBIDDEN, REMATCH) if other in met[one] else (FORBIDDEN,)
    for both, rule in (more or {}).items():
        a, b = both
        if a in bars and b in bars and b not in bars[a]:
            bars[a][b] = bars[b][a] = (rule,)
    return bars


def _by_points(field: Field, options: Any, playing: Sequence[int], lots: Lots) -> Rules:
    points = field.points
    order = tuple(sorted(playing, key=lambda p: -points[p]))
    return Rules(order, points, _bars(field), field.had_bye, True, _first_mover(field, options, lots))


def _monrad(field: Field, options: MonradOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """In the draw order of the round. Players at tables that are being played may have dropped out of it."""
    drawn = [p for group in line_up(field, options, lots).groups for p in group]
    order = (*drawn, *(p for p in playing if p not in set(drawn)))
    seat = _first_mover(field, options, lots)
    return Rules(order, field.points, _bars(field), field.had_bye, True, seat)


def _monrad_rank(field: Field, options: MonradRankOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """In the order of the ranking. Players at tables that are being played may have left it."""
    order = ranked(field, options, lots)
    whole = (*order, *(p for p in playing if p not in set(order)))
    return Rules(whole, field.points, _bars(field), field.had_bye, True, _first_mover(field, options, lots))


def _mcmahon(field: Field, options: McMahonOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """By McMahon scores, in the pairing order of the round."""
    drawn = [p for group in mcmahon.line_up(field, options, lots).groups for p in group]
    order = (*drawn, *(p for p in playing if p not in set(drawn)))
    seat = mcmahon.seats_of_round(field, options, lots)
    return Rules(order, scores(field, options), _bars(field), field.had_bye, True, seat)


def _keizer(field: Field, options: KeizerOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """In the order of the Keizer ranking and by Keizer scores; only a rematch that is too early breaks a rule."""
    found, there = keizer(field, options), set(playing)
    order = tuple(p for p in found.order if p in there)
    bars, seat = _bars(field, met=met_too_early(field)), _first_mover(field, options, lots)
    return Rules(order, found.score, bars, field.had_bye, True, seat)


def _dutch(field: Field, options: DutchOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """In the order of article 1.2, by the scores of the pairing; colours by article 5; forfeits may meet again."""
    history, initial = known(field, options), initial_colour(options, lots)
    order = tuple(sorted(playing, key=lambda p: by_rank(history[p])))
    score = {p: each.score for p, each in history.items()}
    had_bye = frozenset(p for p, each in history.items() if each.had_bye)

    def seat(a: int, b: int) -> tuple[int, int]:
        higher, lower = sorted((history[a], history[b]), key=by_rank)
        colour, _ = colour_of(higher, lower, initial)
        return (higher.player, lower.player) if colour == WHITE else (lower.player, higher.player)

    return Rules(order, score, _bars(field, met=field.played), had_bye, True, seat)


def _burstein(field: Field, options: BursteinOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """As in the Dutch system while rounds seed; then in the order of article 1.8, with colours by article 5."""
    if field.number <= seeding_rounds(field, options):
        return _dutch(field, options.dutch, playing, lots)
    order, initial = ranking(field, options), initial_colour(options.dutch, lots)
    history = order.history
    score = {p: each.score for p, each in history.items()}
    had_bye = frozenset(p for p, each in history.items() if each.had_bye)

    def seat(a: int, b: int) -> tuple[int, int]:
        higher, lower = sorted((history[a], history[b]), key=by_rank)
        return seated(higher, lower, order, initial)[0]

    in_order = tuple(sorted(playing, key=order.in_lineup))
    return Rules(in_order, score, _bars(field, met=field.played), had_bye, True, seat)


def _dubov(field: Field, options: DubovOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """By score and number, with colours by article 5."""
    history, initial = past(field, options).history, initial_colour(options.dutch, lots)
    score = {p: each.score for p, each in history.items()}
    had_bye = frozenset(p for p, each in history.items() if each.had_bye)

    def seat(a: int, b: int) -> tuple[int, int]:
        higher, lower = sorted((history[a], history[b]), key=by_rank)
        return dubov.seated(higher, lower, initial)[0]

    order = tuple(sorted(playing, key=lambda p: by_rank(history[p])))
    return Rules(order, score, _bars(field, met=field.played), had_bye, True, seat)


def _wcsc(field: Field, options: WcscOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """On the results the round is paired on, which may be assumed ones."""
    based = basis(field, options)
    wanted = set(playing)
    order = tuple(p for p in based.order if p in wanted)
    seat = _first_mover(field, options, lots)
    return Rules(order, based.points, _bars(field), field.had_bye, True, seat)


def _tiered(field: Field, options: TieredOptions, playing: Sequence[int], lots: Lots) -> Rules:
    """Groups are tiers of losses (a loss counts as a point); the bye is drawn among all who had none."""
    standing, prices, losses = Standing(field, options), Prices(field, options), field.losses
    score = {p: -HUNDRED * lost for p, lost in losses.items()}
    rank = standing.rank
    order = tuple(sorted(playing, key=lambda p: (losses[p], rank[p])))
    earlier: dict[frozenset[int], str] = {}
    for both in prices.ago:
        if all(p in losses for p in both) and len(both) == 2:
            a, b = both
            upper = field.number > 1 and min(losses[a], losses[b]) <= UPPER_LOSSES
            if prices.of_upper(a, b) if upper else prices.of(a, b):
                earlier[both] = SEASON_REMATCH

    def better_first(a: int, b: int) -> tuple[int, int]:
        return (a, b) if (losses[a], rank[a]) <= (losses[b], rank[b]) else (b, a)

    return Rules(order, score, _bars(field, earlier), field.had_bye, False, better_first)


RULES: Mapping[str, Callable[[Field, Any, Sequence[int], Lots], Rules]] = {
    "monrad": _monrad,
    "monrad_rank": _monrad_rank,
    "mcmahon": _mcmahon,
    "keizer": _keizer,
    "dutch": _dutch,
    "burstein": _burstein,
    "dubov": _dubov,
    "wcsc": _wcsc,
    "tiered": _tiered,
}


def forbidden_at(seats: Sequence[int], field: Field) -> list[tuple[int, int]]:
    """The forbidden pairs at a table."""
    return [both for both in combinations(seats, 2) if field.is_apart(*both)]

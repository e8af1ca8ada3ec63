"""The random Swiss of the tie-break study (rules/tiebreak-study.md): every legal pairing of a score group is
equally likely.

Going through the score groups from the top, a pool is whoever was carried down plus the group. An odd pool
lets one of the group's own members float, drawn by lot. The rest get a uniformly random matching without
barred pairs. A pool without one merges with the next group as it is; the last pool without one joins the
pool drawn last above it, and so on upwards, so that a legal pairing is found whenever there is one. The bye
goes to a player drawn among those on the lowest score who had none and whose bye leaves a legal pairing to
the others.

Lots (hundredths of a point for scores): `bye|round|id` for the bye, `float|round|score|id` for who floats,
`pair|round|score|try|id` for the order whose neighbours meet, score being the lowest in the pool and try
counting up from 0 until no pair is barred; `join|round|players|try|id` after joining upwards.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pairing.matching.at_random import random_matching
from pairing.matching.plain import NotAll, leave_one_out
from pairing.model.field import Field
from pairing.model.first_mover import moves_so_far, seating
from pairing.model.lots import Lots
from pairing.model.options import option
from pairing.model.reasons import SAME_SCORE, Reason, because, gettext_noop, sentence
from pairing.model.types import TWO, PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.base import System
from pairing.systems.monrad.explain import SECOND_BYE
from pairing.systems.shared_options import allow_rematches, allow_second_bye, first_mover
from pairing.systems.waiving import Rules, given_up, strict, waived

Seating = Callable[[int, int], tuple[int, int]]

RANDOM_DRAW = sentence("random_draw", gettext_noop("Drawn by lot among {count} players."))
RANDOM_FLOAT = sentence(
    "random_float",
    gettext_noop(
        "{player} floats down from {score}, chosen by lot: an odd number of players was left there."
    ),
)
RANDOM_MERGED = sentence(
    "random_merged",
    gettext_noop(
        "All players on {top_score} to {low_score} were paired together; separately they "
        "have no legal pairing."
    ),
)


RANDOM_BYE = sentence(
    "random_bye",
    gettext_noop(
        "The bye goes by lot to a player on {score}, the lowest possible score, who has not had one."
    ),
)


@dataclass(frozen=True, slots=True)
class RandomSwissOptions:
    """What an organiser may set."""

    elimination: int | None = option(
        None,
        label="Elimination",
        help="A player with this many losses is not paired again, but stays in the standings. "
        "Tie-breaks by the opponents' results suffer from it.",
        kind="int",
        minimum=1,
        none="none",
    )
    first_mover: str = first_mover()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()


@dataclass(frozen=True, slots=True)
class Pool:
    """Pairs drawn among each other. `floaters` were carried in by lot; `merged` are the highest and the
    lowest score of groups that had to be drawn together.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: frozenset[int]
    merged: tuple[int, int] | None

    @property
    def players(self) -> list[int]:
        return [player for pair in self.pairs for player in pair]


def draw_pools(ids: Iterable[int], field: Field, rules: Rules, lots: Lots) -> list[Pool]:
    """The pools of a round of `ids` (an even number), from the top. Errors: NotAll."""
    points = field.points
    ranked = sorted(ids, key=lambda id: -points[id])
    drawn: list[Pool] = []
    carried: list[int] = []
    floaters: frozenset[int] = frozenset()
    top: int | None = None  # the highest score of the groups merged so far
    for score, members in groupby(ranked, key=points.__getitem__):
        group = list(members)
        pool = carried + group
        floating = lots.order(group, "float", field.number, score)[:1] if len(pool) % 2 else []
        staying = [id for id in pool if id not in floating]
        pairs = random_matching(staying, rules.barred, lots, "pair", field.number, score, work=field.work)
        if pairs is None:
            carried, top = pool, points[pool[0]]
            continue
        drawn.append(Pool(tuple(pairs), floaters, None if top is None else (top, score)))
        carried, floaters, top = floating, frozenset(floating), None
    return _join_upwards(drawn, carried, field, rules, lots)


def _join_upwards(
    drawn: list[Pool], left: Sequence[int], field: Field, rules: Rules, lots: Lots
) -> list[Pool]:
    """Join the lowest pool, if it has no legal matching, with the one drawn above it, until they have one."""
    players, floaters = list(left), frozenset[int]()
    while players:
        if not drawn:
            raise NotAll(tuple(players))
        above = drawn.pop()
        players, floaters = above.players + players, floaters | above.floaters
        if not above.pairs:  # one player who floated away: nobody new has joined
            continue
        pairs = random_matching(
            players, rules.barred, lots, "join", field.number, len(players), work=field.work
        )
        if pairs is not None:
            scores = [field.points[id] for id in players]
            drawn.append(Pool(tuple(pairs), floaters, (max(scores), min(scores))))
            break
    return drawn


def _why(pair: tuple[int, int], pool: Pool, field: Field, rules: Rules) -> tuple[Reason, ...]:
    points = field.points
    upper, lower = sorted(pair, key=lambda id: -points[id])
    reasons = [*rules.again(*pair)]
    if points[upper] == points[lower]:
        reasons.append(because(SAME_SCORE, score=points[upper]))
    elif upper in pool.floaters:
        reasons.append(because(RANDOM_FLOAT, player=upper, score=points[upper]))
    if pool.merged:
        reasons.append(because(RANDOM_MERGED, top_score=pool.merged[0], low_score=pool.merged[1]))
    return (*reasons, because(RANDOM_DRAW, count=2 * len(pool.pairs)))


def playing(field: Field, options: RandomSwissOptions) -> tuple[int, ...]:
    """Everybody present who has not lost `elimination` matches."""
    if options.elimination is None:
        return field.present
    return tuple(id for id in field.present if field.losses[id] < options.elimination)


def draw_bye(ids: Sequence[int], field: Field, rules: Rules, lots: Lots) -> int:
    """The bye of an odd number of players. Errors: NotAll."""
    points = field.points
    candidates = lots.order([id for id in ids if id not in rules.had_bye], "bye", field.number)
    candidates.sort(key=points.__getitem__)
    tiers = [list(tier) for _, tier in groupby(candidates, points.__getitem__)]
    return leave_one_out(ids, rules.barred, tiers, field.work)


def pair(field: Field, options: RandomSwissOptions, lots: Lots) -> RoundPlan:
    """The plan of a round; see the head of this module. Errors: Impossible."""
    try:
        return _draw(field, options, strict(field), lots)
    except NotAll:
        return _draw(field, options, waived(playing(field, options), field, options), lots)


def _draw(field: Field, options: RandomSwissOptions, rules: Rules, lots: Lots) -> RoundPlan:
    ids = playing(field, options)
    byes: tuple[PlannedBye, ...] = ()
    if len(ids) % 2:
        bye = draw_bye(ids, field, rules, lots)
        second = bye in field.had_bye
        why = because(SECOND_BYE) if second else because(RANDOM_BYE, score=field.points[bye])
        byes = (PlannedBye(bye, why=(why,)),)
    pools = draw_pools([id for id in ids if all(id != bye.player for bye in byes)], field, rules, lots)
    seat = seating(field, lots, options.first_mover)
    matches = _tables(pools, field, rules, seat)
    return RoundPlan(field.number, matches, byes, tuple(given_up(matches, byes)))


def _tables(pools: Iterable[Pool], field: Field, rules: Rules, seat: Seating) -> tuple[PlannedMatch, ...]:
    """The tables, highest scores first."""
    points = field.points
    matches = [(seat(*pair), _why(pair, pool, field, rules)) for pool in pools for pair in pool.pairs]
    matches.sort(key=lambda match: sorted(-points[id] for id in match[0]))
    return tuple(PlannedMatch(table, seats, why) for table, (seats, why) in enumerate(matches, start=1))


RANDOM_SWISS = System(
    slug="random_swiss",
    name="Random Swiss",
    summary="Players on equal scores meet at random; every legal pairing is equally likely.",
    seats=TWO,
    options=RandomSwissOptions,
    pair=pair,
    playing=playing,
    default_tiebreaks=("solkoff",),
    so_far=moves_so_far,
)

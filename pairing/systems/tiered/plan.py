"""A round of the league: the bye, the tiers from the top, what had to be relaxed, and why each match is as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from pairing.errors import Impossible, message
from pairing.field import Field
from pairing.lots import Lots
from pairing.matching.problem import NoPerfectMatching
from pairing.reasons import Reason, because
from pairing.systems.tiered import explain
from pairing.systems.tiered.options import TieredOptions
from pairing.systems.tiered.prices import Prices
from pairing.systems.tiered.refusal import Chosen, UpperTier
from pairing.systems.tiered.search import Pairs, Pool, Price, can_pair, neighbours
from pairing.systems.tiered.standing import Standing
from pairing.systems.tiered.tiers import Tier, bye_player, tiers
from pairing.types import PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.wording import gettext_noop

NO_PAIRING = message(
    "tiered_impossible",
    gettext_noop(
        "the tier with {lost} losses cannot be paired off: too many of its players may never meet ({players})"
    ),
)


def playing(field: Field, options: TieredOptions) -> tuple[int, ...]:
    """Everybody present with fewer losses than `elimination`."""
    if options.elimination is None:
        return field.present
    return tuple(p for p in field.present if field.losses[p] < options.elimination)


def pair(field: Field, options: TieredOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`; see rules/tiered-league.md. Tables are numbered from the top tier down.

    The player for whom an opponent was looked for sits first. Nothing is drawn from `lots`: the lots of the league are
    made of name, season and round. Errors: Impossible, when forbidden pairs leave no pairing.
    """
    return _Round(field, options).plan()


@dataclass(slots=True)
class _Paired:
    """One tier with its matches."""

    pairs: Pairs
    why: dict[int, list[Reason]] = dataclass_field(default_factory=dict)  # by first player


class _Round:
    def __init__(self, field: Field, options: TieredOptions) -> None:
        self.field = field
        self.standing = Standing(field, options)
        self.prices = Prices(field, options)
        self.players = playing(field, options)
        self.notes: list[Reason] = []
        self.relaxed: list[Relaxation] = []

    def plan(self) -> RoundPlan:
        byes = self._bye() if len(self.players) % 2 else ()
        left = [p for p in self.players if p not in {b.player for b in byes}]
        waiting = tiers(self.standing, left)
        matches: list[PlannedMatch] = []
        while waiting:
            tier = waiting.pop(0)
            paired = self._paired(tier, joinable=bool(waiting))
            if paired is None:
                waiting[0] = self._joined(tier, waiting[0])
                continue
            guests = self._guests(tier)
            for a, b in paired.pairs:
                why = [
                    *paired.why.get(a, ()),
                    *guests.get(a, ()),
                    *guests.get(b, ()),
                    *self._rematch(tier, a, b),
                ]
                matches.append(PlannedMatch(len(matches) + 1, (a, b), tuple(why)))
        return RoundPlan(self.field.number, tuple(matches), byes, tuple(self.relaxed), tuple(self.notes))

    def _bye(self) -> tuple[PlannedBye, ...]:
        player = bye_player(self.standing, self.players)
        had = self.field.had_bye
        if player not in had:
            count = sum(p not in had for p in self.players)
            return (PlannedBye(player, why=(because(explain.BYE_LOT, count=count),)),)
        why = because(explain.BYE_AGAIN)
        self.relaxed.append(Relaxation("second_bye", (player,), why))
        return (PlannedBye(player, why=(why,)),)

    # --- one tier -----------------------------------------------------------------------------------------------
    def _paired(self, tier: Tier, *, joinable: bool) -> _Paired | None:
        """The matches of a tier, relaxed as far as it needs; None when it should be joined with the one below."""
        return self._upper(tier, joinable) if self._is_upper(tier) else self._lower(tier, joinable)

    def _is_upper(self, tier: Tier) -> bool:
        return tier.is_upper and self.field.number > 1

    def _upper(self, tier: Tier, joinable: bool) -> _Paired | None:
        order = [*self.standing.by_sos(tier.members), *self.standing.by_sos(tier.guests)]
        upper = UpperTier(order, self.standing.rank, self.prices.of_upper)
        if can_pair(order, self.prices.of_upper):
            chosen = upper.pair()
        else:
            pool = self._pool(tier, self.prices.of_upper, joinable)
            if pool is None:
                return None
            chosen = upper.depth_first(pool)
        return _Paired([(c.a, c.b) for c in chosen], {c.a: _why(c) for c in chosen})

    def _lower(self, tier: Tier, joinable: bool) -> _Paired | None:
        first = self.field.number == 1
        order = self.standing.by_lot(tier.players) if first else self.standing.by_rank(tier.players)
        pool = self._pool(tier, self.prices.of, joinable)
        if pool is None:
            return None
        pairs = neighbours(order, pool)
        place = {p: at for at, p in enumerate(order)}
        gone: set[int] = set()
        why: dict[int, list[Reason]] = {}
        for a, b in pairs:
            passed = tuple(p for p in order[place[a] + 1 : place[b]] if p not in gone)
            why[a] = self._why_neighbours(a, passed, first)
            gone |= {a, b}
        return _Paired(pairs, why)

    def _why_neighbours(self, a: int, passed: Sequence[int], first: bool) -> list[Reason]:
        if not passed:
            return [because(explain.FIRST_ROUND if first else explain.NEIGHBOURS)]
        met = tuple(p for p in passed if self.prices.of(a, p) != 0)
        found = because(explain.FIRST_POSSIBLE if first else explain.NEXT_POSSIBLE, player=a)
        return [found, because(explain.NOT_MET_BEFORE, players=met)] if met else [found]

    def _pool(self, tier: Tier, price: Price, joinable: bool) -> Pool | None:
        """Everybody's cheapest ways: earlier seasons before a join, a rematch of this event only at the end."""
        worst = self.prices.seasons if joinable else self.prices.event
        try:
            return Pool(tier.players, price, worst)
        except NoPerfectMatching:
            if joinable:
                return None
            raise Impossible(NO_PAIRING, players=tuple(sorted(tier.players)), lost=tier.losses) from None

    def _joined(self, tier: Tier, below: Tier) -> Tier:
        self.notes.append(because(explain.JOINED, lost=tier.losses, lower_lost=below.losses))
        return Tier(
            below.losses,
            [*tier.members, *below.members],
            [*tier.guests, *below.guests],
            [*tier.again, *below.again],
            joined=True,
        )

    # --- reasons ------------------------------------------------------------------------------------------------
    def _guests(self, tier: Tier) -> dict[int, list[Reason]]:
        found: dict[int, list[Reason]] = {}
        for player in tier.guests:
            by_lot = self.field.losses[player] <= 1
            found[player] = [because(explain.UP_LOT if by_lot else explain.UP_RANK, player=player)]
            if player in tier.again:
                found[player].append(because(explain.UP_AGAIN, player=player))
        return found

    def _rematch(self, tier: Tier, a: int, b: int) -> list[Reason]:
        """Why two players meet again, if they do; the relaxation is declared as well."""
        if b in self.field.met[a]:
            why = because(explain.EVENT_REMATCH)
            self.relaxed.append(Relaxation("rematch", (a, b), why))
            return [why]
        price = self.prices.of_upper if self._is_upper(tier) else self.prices.of
        if price(a, b) == 0:
            return []
        why = because(explain.SEASON_REMATCH, season=self.prices.season(a, b))
        self.relaxed.append(Relaxation("season_rematch", (a, b), why))
        return [why]


def _why(chosen: Chosen) -> list[Reason]:
    a, b = chosen.a, chosen.b
    why = [because(explain.TAKEN_BACK, players=pair, player=a) for pair in chosen.taken_back]
    why.append(because(explain.LOWEST, player=a))
    if chosen.insisted:
        why.append(because(explain.INSISTED, player=b, a_player=a))
    else:
        why += [
            because(explain.REFUSED, player=r.player, a_player=a, mirror_player=r.mirror)
            for r in chosen.refused
        ]
    return why

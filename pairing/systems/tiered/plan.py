"""A round of the league: the bye, the tiers from the top, what had to be relaxed, and why each match is as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.matching.neighbours import Pairs, Pool, Price, neighbours, with_others
from pairing.matching.problem import NoPerfectMatching
from pairing.model.errors import Impossible, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because, gettext_noop
from pairing.model.types import PlannedBye, PlannedMatch, Relaxation, RoundPlan
from pairing.systems.monrad.explain import numbered, places
from pairing.systems.tiered import explain
from pairing.systems.tiered.options import Prices, TieredOptions
from pairing.systems.tiered.refusal import Chosen, UpperTier
from pairing.systems.tiered.standing import Standing
from pairing.systems.tiered.tiers import UPPER_LOSSES, Tier, bye_player, pair_up, tiers

NO_PAIRING = message(
    "tiered_impossible",
    gettext_noop(
        "The group with {lost} losses cannot be paired: too many of its players are kept apart ({players})."
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
    why: dict[int, list[Reason]]  # by first player


class _Round:
    def __init__(self, field: Field, options: TieredOptions) -> None:
        self.field = field
        self.standing = Standing(field, options)
        self.prices = Prices(field, options)
        self.players = playing(field, options)
        self.notes: list[Reason] = []
        self.relaxed: list[Relaxation] = []

    def plan(self) -> RoundPlan:
        # "The bye": before anything else in the round.
        byes = self._bye() if len(self.players) % 2 else ()
        left = [p for p in self.players if p not in {b.player for b in byes}]
        waiting = tiers(self.standing, left)
        matches: list[PlannedMatch] = []
        # From the top tier down.
        while waiting:
            tier = waiting.pop(0)
            paired = self._paired(tier, waiting)
            if paired is None:
                waiting[0] = self._joined(tier, waiting[0])
                continue
            for a, b in paired.pairs:
                up = [tier.guests[p] for p in (a, b) if p in tier.guests]
                why = [*paired.why[a], *up, *self._rematch(tier, a, b)]
                matches.append(PlannedMatch(len(matches) + 1, (a, b), tuple(why)))
        return RoundPlan(self.field.number, tuple(matches), byes, tuple(self.relaxed), tuple(self.notes))

    def _bye(self) -> tuple[PlannedBye, ...]:
        byes, player = self.standing.byes, bye_player(self.standing, self.players)
        as_many = sum(byes[p] == byes[player] for p in self.players)
        if not byes[player]:
            return (PlannedBye(player, why=(because(explain.BYE_LOT, count=as_many),)),)
        fewest = because(explain.BYE_FEWEST, count=as_many)
        why = because(explain.BYE_AGAIN) if self.standing.until_2026 else fewest
        return (PlannedBye(player, why=(self._relax("second_bye", (player,), why),)),)

    def _relax(self, rule: str, players: tuple[int, ...], why: Reason) -> Reason:
        """Declare what has to be given up, and why."""
        self.relaxed.append(Relaxation(rule, players, why))
        return why

    # --- one tier -----------------------------------------------------------------------------------------------
    def _paired(self, tier: Tier, waiting: list[Tier]) -> _Paired | None:
        """The matches of a tier, relaxed as far as it needs; None when it should be joined with the next `waiting`.

        Rematches of earlier seasons come before a join, a rematch of this event only when there is nobody to join.
        """
        # "Pair-ups": an odd tier takes a guest from the next one that has players.
        if len(tier.players) % 2:
            below = waiting[0]
            if not pair_up(self.standing, tier, below, self._price(tier), self.prices.levels):
                return None
            if not below.players:
                del waiting[0]
        # "Nothing fits": rematches of earlier seasons, then a join, then a rematch of this event.
        worst = self.prices.seasons if waiting else self.prices.event
        try:
            return self._upper(tier, worst) if self._is_upper(tier) else self._lower(tier, worst)
        except NoPerfectMatching:
            if waiting:
                return None
            raise Impossible(NO_PAIRING, players=tuple(sorted(tier.players)), lost=tier.losses) from None

    def _joined(self, tier: Tier, below: Tier) -> Tier:
        """Both tiers as one, said in the notes and declared."""
        joined = tier.joined_with(below)
        code = explain.JOINED_UPPER if self._is_upper(joined) else explain.JOINED
        why = because(code, lost=tier.losses, lower_lost=below.losses)
        self.notes.append(self._relax("join", tuple(joined.players), why))
        return joined

    def _is_upper(self, tier: Tier) -> bool:
        by_schedule = tier.losses <= UPPER_LOSSES and not (len(tier.parts) > 1 and self.standing.until_2026)
        return by_schedule and self.field.number > 1

    def _price(self, tier: Tier) -> Price:
        return self.prices.of_upper if self._is_upper(tier) else self.prices.of

    def _upper(self, tier: Tier, worst: int) -> _Paired:
        order = [p for part in (*tier.parts, tier.guests) for p in self.standing.by_sos(part)]
        upper = UpperTier(order, self.standing.rank, self.prices.of_upper, self.field.work)
        try:
            chosen = upper.pair()
        except NoPerfectMatching:
            chosen = upper.depth_first(Pool(order, self.prices.of_upper, worst, self.field.work))
        return _Paired([(c.a, c.b) for c in chosen], {c.a: _why(c) for c in chosen})

    def _lower(self, tier: Tier, worst: int) -> _Paired:
        first = self.field.number == 1
        order = self.standing.by_lot(tier.players) if first else self.standing.by_rank(tier.players)
        pairs = neighbours(order, self.prices.of, worst, self.field.work)
        place, by = numbered([order]), "lot" if first else "ranking"
        why: dict[int, list[Reason]] = {}
        for a, b, passed, after in with_others(order, pairs):
            others = (p for p in after if self.prices.of(a, p) == 0)
            why[a] = [*self._why_neighbours(a, passed, first), *places(by, a, b, place, others)]
        return _Paired(pairs, why)

    def _why_neighbours(self, a: int, passed: Sequence[int], first: bool) -> list[Reason]:
        if not passed:
            return [because(explain.FIRST_ROUND if first else explain.NEIGHBOURS)]
        met = tuple(p for p in passed if self.prices.of(a, p) != 0)
        found = because(explain.FIRST_POSSIBLE if first else explain.NEXT_POSSIBLE, player=a)
        return [found, because(explain.NOT_MET_BEFORE, players=met)] if met else [found]

    def _rematch(self, tier: Tier, a: int, b: int) -> list[Reason]:
        """Why two players meet again, if they do; the relaxation is declared as well."""
        if b in self.field.met[a]:
            return [self._relax("rematch", (a, b), because(explain.EVENT_REMATCH))]
        if self._price(tier)(a, b) == 0:
            return []
        season = because(explain.SEASON_REMATCH, season=self.prices.season(a, b))
        return [self._relax("season_rematch", (a, b), season)]


def _why(chosen: Chosen) -> list[Reason]:
    a, b = chosen.a, chosen.b
    if chosen.taken_back:
        why = [because(explain.TAKEN_BACK, players=pair, player=a) for pair in chosen.taken_back]
        why.append(because(explain.LOWEST_LATER, player=a))
    else:
        why = [because(explain.LOWEST_POSSIBLE if chosen.passed_over else explain.LOWEST, player=a)]
    if chosen.insisted:
        return [*why, because(explain.INSISTED, player=b, a_player=a)]
    return why + [
        because(explain.REFUSED, player=r.player, a_player=a, mirror_player=r.mirror) for r in chosen.refused
    ]

"""The bye, the tiers and who is paired up (rules/tiered-league.md, "The bye", "Pair-ups", "Nothing fits")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field as dataclass_field

from pairing.matching.neighbours import Price
from pairing.matching.plain import NotAll, leave_one_out
from pairing.model.reasons import Reason, because
from pairing.model.work import Work
from pairing.systems.tiered import explain
from pairing.systems.tiered.standing import Standing

UPPER_LOSSES = 1  # tiers with at most so many losses pair by strength of schedule


@dataclass(slots=True)
class Tier:
    """Players who are paired among each other. `losses` of those of its members who have most; `guests` were paired up
    into it, each for the reason given. `parts`: its members; of tiers that were joined those of each, the upper first.
    """

    losses: int
    parts: list[list[int]]
    guests: dict[int, Reason] = dataclass_field(default_factory=dict)

    @property
    def players(self) -> list[int]:
        return [*(p for part in self.parts for p in part), *self.guests]

    def joined_with(self, below: Tier) -> Tier:
        """Both as one; whoever this tier took from the one below has not been paired up then."""
        return Tier(below.losses, [*self.parts, [*below.parts[0], *self.guests]])


def bye_player(standing: Standing, players: Sequence[int]) -> int:
    """First in lot order of those with the fewest byes in this event; before the edition of November 2026, when all had
    one, first of all.
    """
    byes, until_2026 = standing.byes, standing.until_2026
    return min(standing.by_lot(players), key=lambda p: byes[p] > 0 if until_2026 else byes[p])


def tiers(standing: Standing, players: Sequence[int]) -> list[Tier]:
    """The tiers from the top, before anybody is paired up."""
    split = standing.options.split_by_wins
    losses, wins = standing.field.losses, standing.wins
    groups: dict[tuple[int, int], list[int]] = {}
    for player in players:
        groups.setdefault((losses[player], -wins[player] if split else 0), []).append(player)
    return [Tier(lost, [groups[lost, won]]) for lost, won in sorted(groups)]


def in_order(standing: Standing, tier: Tier) -> list[int]:
    """Who goes up from a tier before whom, if nobody has been up: by lot, the lower half first, or by ranking."""
    # "Pair-ups": from a tier of two losses or more by ranking, else by lot from its lower half.
    if tier.losses > UPPER_LOSSES:
        return standing.by_rank(tier.players)
    hardest = standing.by_sos(tier.players)
    # The median player of an odd tier counts as lower half.
    half = len(hardest) // 2
    return [*standing.by_lot(hardest[half:]), *standing.by_lot(hardest[:half])]


def first_serving(
    tier: Sequence[int], guests: Sequence[int], price: Price, worst: int, work: Work
) -> int | None:
    """The first of `guests` with whom the players of `tier`, odd in number, can be paired off at prices up to `worst`;
    None where nobody serves.
    """

    def legal(a: int, b: int) -> bool:
        paid = price(a, b)
        return paid is not None and paid <= worst

    work.take(len(tier) * len(tier))
    barred = {a: {b for b in tier if b != a and not legal(a, b)} for a in tier}
    for_whom: dict[int, list[int]] = {}  # by guest the players who can meet none of those before
    for a in tier:
        guest = next((g for g in guests if legal(a, g)), None)
        if guest is not None:
            for_whom.setdefault(guest, []).append(a)
    served = [guest for guest in guests if guest in for_whom]
    try:
        out = leave_one_out(tier, barred, [for_whom[guest] for guest in served], work)
    except NotAll:
        return None
    return next(guest for guest in served if out in for_whom[guest])


def pair_up(standing: Standing, tier: Tier, below: Tier, price: Price, levels: Sequence[int]) -> bool:
    """Move a guest from the tier below to `tier`: the first with whom it can be paired off, if need be at a higher
    one of the `levels` of prices; nobody twice while somebody has not. False where nobody serves.

    Before the edition of November 2026 the first one, whether it can be paired off or not.
    """
    usual = in_order(standing, below)
    # "Decision (November 2026)": first those who have not been paired up in this event.
    order = sorted(usual, key=standing.paired_up.__contains__)
    work = standing.field.work
    serving = (first_serving(tier.players, order, price, worst, work) for worst in levels)
    guest = order[0] if standing.until_2026 else next((g for g in serving if g is not None), None)
    if guest is None:
        return False
    below.parts[0].remove(guest)
    tier.guests[guest] = _why(standing, below, guest, usual[0], tuple(order[: order.index(guest)]))
    return True


def _why(standing: Standing, below: Tier, guest: int, usual: int, passed: tuple[int, ...]) -> Reason:
    """Why `guest` goes up and not the `usual` one, nor those who were `passed` over."""
    again = guest in standing.paired_up
    if passed:
        return because(explain.UP_SERVES_AGAIN if again else explain.UP_SERVES, player=guest, players=passed)
    if again:
        return because(explain.UP_AGAIN, player=guest)
    if guest != usual:
        return because(explain.UP_NEXT, player=guest)
    return because(explain.UP_LOT if below.losses <= UPPER_LOSSES else explain.UP_RANK, player=guest)

"""The bye, the tiers and who is paired up (rules/tiered-league.md, "The bye", "Pair-ups")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from pairing.model.reasons import Reason, because
from pairing.systems.tiered import explain
from pairing.systems.tiered.standing import Standing

UPPER_LOSSES = 1  # tiers with at most so many losses pair by strength of schedule


@dataclass(slots=True)
class Tier:
    """Players who are paired among each other. `losses` of its own members; `guests` were paired up into it, each for
    the reason given.
    """

    losses: int
    members: list[int]
    guests: dict[int, Reason] = dataclass_field(default_factory=dict)
    joined: bool = False  # made of two tiers, of which the upper one could not be paired

    @property
    def is_upper(self) -> bool:
        return self.losses <= UPPER_LOSSES and not self.joined

    @property
    def players(self) -> list[int]:
        return [*self.members, *self.guests]

    def joined_with(self, below: Tier) -> Tier:
        """Both as one; whoever this tier took from the one below has not been paired up then."""
        return Tier(below.losses, [*self.players, *below.members], below.guests, joined=True)


def bye_player(standing: Standing, players: Sequence[int]) -> int:
    """First in lot order of those without a bye in this event; when all had one, first of all."""
    drawn = standing.by_lot(players)
    return next((p for p in drawn if p not in standing.field.had_bye), drawn[0])


def tiers(standing: Standing, players: Sequence[int]) -> list[Tier]:
    """The tiers from the top, each with an even number of players after pairing up; `players` are even in number."""
    split = standing.options.split_by_wins
    losses, wins = standing.field.losses, standing.wins
    groups: dict[tuple[int, int], list[int]] = {}
    for player in players:
        groups.setdefault((losses[player], -wins[player] if split else 0), []).append(player)
    found = [Tier(lost, groups[lost, won]) for lost, won in sorted(groups)]
    for at, tier in enumerate(found):
        if len(tier.players) % 2:
            below = next(t for t in found[at + 1 :] if t.members)
            player, why = _paired_up(standing, below)
            below.members.remove(player)
            tier.guests[player] = why
    return [tier for tier in found if tier.players]


def _paired_up(standing: Standing, tier: Tier) -> tuple[int, Reason]:
    """Who goes up from a tier, and why: nobody twice while somebody has not."""
    if tier.is_upper:
        hardest = standing.by_sos(tier.members)
        half = len(hardest) // 2
        order = [*standing.by_lot(hardest[half:]), *standing.by_lot(hardest[:half])]
    else:
        order = standing.by_rank(tier.members)
    player = next((p for p in order if p not in standing.paired_up), order[0])
    if player in standing.paired_up:
        code = explain.UP_AGAIN
    elif player != order[0]:
        code = explain.UP_NEXT
    else:
        code = explain.UP_LOT if tier.is_upper else explain.UP_RANK
    return player, because(code, player=player)

"""The bye, the tiers and who is paired up (rules/tiered-league.md, "The bye", "Pair-ups")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from pairing.systems.tiered.standing import Standing

UPPER_LOSSES = 1  # tiers with at most so many losses pair by strength of schedule


@dataclass(slots=True)
class Tier:
    """Players who are paired among each other. `losses` of its own members; `guests` were paired up into it."""

    losses: int
    members: list[int]
    guests: list[int] = dataclass_field(default_factory=list)
    again: list[int] = dataclass_field(default_factory=list)  # guests who had been paired up before
    joined: bool = False  # made of two tiers, of which the upper one could not be paired

    @property
    def is_upper(self) -> bool:
        return self.losses <= UPPER_LOSSES and not self.joined

    @property
    def players(self) -> list[int]:
        return [*self.members, *self.guests]


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
            player = _paired_up(standing, below)
            below.members.remove(player)
            tier.guests.append(player)
            if player in standing.paired_up:
                tier.again.append(player)
    return [tier for tier in found if tier.players]


def _paired_up(standing: Standing, tier: Tier) -> int:
    """Who goes up from a tier: nobody twice while somebody has not."""
    if tier.is_upper:
        hardest = standing.by_sos(tier.members)
        lower = standing.by_lot(hardest[len(hardest) // 2 :])
        order = [*lower, *standing.by_lot(hardest[: len(hardest) // 2])]
    else:
        order = standing.by_rank(tier.members)
    return next((p for p in order if p not in standing.paired_up), order[0])

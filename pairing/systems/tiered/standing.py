"""Where everybody stands before a round: record, rating, ranking, strength of schedule, lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from pairing.model.field import Field
from pairing.model.lots import lot_of, season_of
from pairing.model.trueskill import PARTS, Rating, after, listed_rating, schedule_strength
from pairing.model.types import RESULTS, WON, ByeKind, Entrant
from pairing.systems.tiered.options import BEFORE_2026, TieredOptions


class Standing:
    """What the rules of a league ask about a player, for the round `field.number`."""

    def __init__(self, field: Field, options: TieredOptions) -> None:
        self.field = field
        self.options = options
        self.until_2026 = options.rules == BEFORE_2026

    @cached_property
    def ratings(self) -> dict[int, Rating]:
        """Everybody's rating before this round."""
        listed = {id: listed_rating(e) for id, e in self.field.entrants.items()}
        return listed if self.options.ratings == "given" else after(listed, self.field.rounds)

    @cached_property
    def rank(self) -> dict[int, int]:
        """0 for the best: by `ranking` where given, then by rating, then list order."""
        place = self.field.place_in_list

        def key(entrant: Entrant) -> tuple[bool, int, float, int]:
            rating = self.ratings[entrant.id]
            value = rating.mu if self.options.order == "mu" else rating.conservative
            return entrant.ranking is None, entrant.ranking or 0, -value, place[entrant.id]

        ordered = sorted(self.field.entrants.values(), key=key)
        return {e.id: rank for rank, e in enumerate(ordered)}

    @cached_property
    def sos(self) -> dict[int, Fraction]:
        """Strength of schedule: the mean over the rounds so far of p(opponent), 0 for a bye; 0 before the first.

        Rounds a player was not there for do not count.
        """
        # "Terms", SoS.
        p = schedule_strength(self.ratings)
        met: dict[int, list[int]] = {id: [] for id in self.field.entrants}
        for round_ in self.field.rounds:
            for match in round_.matches:
                first, second = match.seats
                met[first].append(p[second])
                met[second].append(p[first])
            for bye in round_.byes:
                if bye.kind is not ByeKind.ABSENT:
                    met[bye.player].append(0)
        return {id: Fraction(sum(row), len(row) * PARTS) if row else Fraction(0) for id, row in met.items()}

    @cached_property
    def wins(self) -> dict[int, int]:
        """Won rounds, pairing byes and forfeits included."""
        won = dict.fromkeys(self.field.entrants, 0)
        for round_ in self.field.rounds:
            for match in round_.matches:
                for player, outcome in zip(match.seats, RESULTS.get(match.result or "", ()), strict=False):
                    won[player] += outcome in WON
            for bye in round_.byes:
                won[bye.player] += bye.kind is ByeKind.FULL
        return won

    @cached_property
    def byes(self) -> Counter[int]:
        """Byes of the pairing so far."""
        rounds = self.field.rounds
        return Counter(bye.player for r in rounds for bye in r.byes if bye.kind is ByeKind.FULL)

    @cached_property
    def lot(self) -> dict[int, int]:
        """Everybody's lot in this round; the lower is earlier in the list."""
        season, number = season_of(self.field.snapshot), self.field.number
        return {id: lot_of(e, season, number).number for id, e in self.field.entrants.items()}

    @cached_property
    def paired_up(self) -> frozenset[int]:
        """Whoever met an opponent with fewer losses in an earlier round of the event."""
        lost = dict.fromkeys(self.field.entrants, 0)
        found: set[int] = set()
        for round_ in self.field.rounds:
            for match in round_.matches:
                first, second = match.seats
                # "Pair-ups", last sentence: who met an opponent with fewer losses.
                if lost[first] != lost[second]:
                    found.add(first if lost[first] > lost[second] else second)
            for match in round_.matches:
                for player, outcome in zip(match.seats, RESULTS.get(match.result or "", ()), strict=False):
                    lost[player] += outcome.is_loss
        return frozenset(found)

    def by_lot(self, players: Iterable[int]) -> list[int]:
        """In the order of their lots; equal lots (equal names) in list order."""
        return sorted(players, key=lambda p: (self.lot[p], self.field.place_in_list[p]))

    def by_rank(self, players: Iterable[int]) -> list[int]:
        """The best first."""
        return sorted(players, key=lambda p: self.rank[p])

    def by_sos(self, players: Iterable[int]) -> list[int]:
        """The hardest schedule first; equal ones by ranking."""
        return sorted(players, key=lambda p: (-self.sos[p], self.rank[p]))

"""What a document of a four-seat event comes to: points of tables, totals, places, the cut.

From the descriptions of the event format and of the rules of riichi mahjong alone; all points are hundredths.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.checker.exhaustive import lot
from tests.checker.facts import Facts, Json

FOUR_SEATS = {"mahjong_schedule", "mahjong_swiss", "mahjong_final"}


@dataclass(frozen=True)
class Game:
    """One player's game: `place` 1 to 4, a shared place is the better one for all."""

    points: int
    place: int
    raw: int


def hundredths(value: Any) -> int:
    return int(Fraction(str(value)) * 100)


def table_points(scoring: Json, scores: list[int], penalties: list[Any]) -> list[Game]:
    """The four games of a table, in seat order."""
    sticks = (4 * scoring["start"] - sum(scores)) // 1000
    bonus = hundredths(scoring["oka"]) + (100 * sticks if scoring["leftover"] == "winner" else 0)
    prizes = [hundredths(value) for value in scoring["uma"]]
    prizes[0] += bonus
    found: dict[int, Game] = {}
    for seat, raw in enumerate(scores):
        above = sum(other > raw for other in scores)
        level = [s for s in range(4) if scores[s] == raw]
        if scoring["ties"] == "seat":
            above += level.index(seat)
            level = [seat]
        shared = sum(prizes[above : above + len(level)])
        prize = shared // len(level) + (level.index(seat) < shared % len(level))
        points = (raw - scoring["return"]) // 10 + prize + hundredths(penalties[seat])
        found[seat] = Game(points, above + 1, raw)
    return [found[seat] for seat in range(4)]


class FourFacts:
    """Totals and standings of a four-seat document."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.scoring: Json = facts.document["scoring"]
        self.house = {p for p, about in facts.players.items() if about.get("house")}
        self.people = [p for p in facts.players if p not in self.house]

    @cached_property
    def present(self) -> list[int]:
        """Who plays in the round to come."""
        return [p for p in self.people if self.facts.takes_part(p) and p not in self.facts.requests]

    @cached_property
    def games(self) -> dict[int, dict[int, Game]]:
        """The games of every player by round."""
        found: dict[int, dict[int, Game]] = {player: {} for player in self.facts.players}
        for played in self.facts.rounds:
            for match in played["matches"]:
                penalties = match.get("penalties") or [0, 0, 0, 0]
                games = table_points(self.scoring, match["scores"], penalties)
                for player, game in zip(match["seats"], games, strict=True):
                    found[player][played["number"]] = game
        return found

    def total(self, player: int, first: int, last: int) -> int:
        """The points of rounds `first` to `last`, missed games of who has left included."""
        games = self.games[player]
        total = sum(games[number].points for number in range(first, last + 1) if number in games)
        left = self.facts.players[player].get("left_after_round")
        for played in self.facts.rounds:
            number = played["number"]
            there = number in games or any(bye["player"] == player for bye in played["byes"])
            if left is not None and left < number and first <= number <= last and not there:
                total += hundredths(self.scoring["missed_game"])
        return total

    def chain(self, player: int, last: int) -> tuple[Any, ...]:
        """Firsts, seconds, thirds, best game, raw points, number drawn: the higher the better."""
        games = [game for number, game in self.games[player].items() if number <= last]
        counts = [sum(game.place == place for game in games) for place in (1, 2, 3)]
        best = max((game.points for game in games), default=None)
        drawn = self.facts.players[player].get("draw_number")
        raw = sum(game.raw for game in games)
        return (*counts, best is not None, best or 0, raw, drawn is not None, -(drawn or 0))

    def order(self, last: int, totals: dict[int, int] | None = None) -> list[int]:
        """Everybody after round `last`; those level in everything by lot."""
        totals = totals or {player: self.total(player, 1, last) for player in self.people}
        seed = self.facts.document.get("draw_seed", "")
        drawn = sorted(self.people, key=lambda p: lot(seed, "standing", last + 1, p))
        return sorted(drawn, key=lambda p: tuple(-value for value in (totals[p], *self.chain(p, last))))

    # --- the final phase ---
    @property
    def qualifying(self) -> int:
        """The last round before the cut."""
        given = self.facts.options.get("qualifying_rounds")
        if given not in (None, "none", ""):
            return int(given)
        planned = self.facts.document.get("rounds_planned")
        return 6 if planned is None else max(1, planned - self.final_rounds)

    @property
    def final_rounds(self) -> int:
        return int(self.facts.options.get("final_rounds", 2))

    @property
    def last(self) -> int:
        return self.qualifying + self.final_rounds

    @property
    def size(self) -> int:
        return int(self.facts.options.get("cut", 8))

    @cached_property
    def cut(self) -> list[int]:
        """The best of those who took part in the first round after the qualifying ones, in that order.

        Only for events nobody comes back to: then who left before it has a round to have left after.
        """
        there = []
        for player in self.order(self.qualifying):
            about = self.facts.players[player]
            left = about.get("left_after_round")
            if about.get("joined_round", 1) <= self.qualifying + 1 and (
                left is None or left > self.qualifying
            ):
                there.append(player)
        return there[: self.size]

    def carried(self, last: int) -> dict[int, int]:
        """Totals after round `last`, later than the qualifying ones: their share is rounded down."""
        share = Fraction(str(self.facts.options.get("carry", "0.5")))
        return {
            p: (self.total(p, 1, self.qualifying) * share).__floor__()
            + self.total(p, self.qualifying + 1, last)
            for p in self.people
        }

    def standings(self, last: int) -> list[tuple[int, int]]:
        """(player, points) after round `last`, best first; those level in everything by lot."""
        if self.facts.system != "mahjong_final" or last < self.qualifying:
            return [(player, self.total(player, 1, last)) for player in self.order(last)]
        totals = self.carried(last)
        group = self.groups(last)
        order = sorted(self.order(last, totals), key=lambda player: group[player])
        return [(player, totals[player]) for player in order]

    def groups(self, last: int) -> dict[int, tuple[int, bool]]:
        """Group and "is last of it" after round `last` of everybody."""
        rest = self.size // 4
        group = {player: (0 if player in self.cut else rest, False) for player in self.people}
        if last >= self.last:
            group |= dict.fromkeys(self.cut, (rest - 1, False))
            before = self.carried(self.last - 1)
            tables = [
                [player for player in match["seats"] if player in self.cut]
                for match in self.facts.rounds[self.last - 1]["matches"]
            ]
            tables = sorted(
                (table for table in tables if table),
                key=lambda table: -Fraction(sum(before[player] for player in table), len(table)),
            )
            group |= {player: (at, False) for at, table in enumerate(tables) for player in table}
        for player in self.cut:
            left = self.facts.players[player].get("left_after_round")
            if left is not None and left < self.last and left <= last:
                group[player] = (group[player][0], True)
        return group

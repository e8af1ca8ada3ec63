"""What an event document says about the round to be paired, read from the event format's description."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Pair = frozenset[int]

# (value for the first seat, value for the second): names of the scoring's entries.
RESULTS = {
    "1-0": ("win", "loss"),
    "0-1": ("loss", "win"),
    "1/2-1/2": ("draw", "draw"),
    "0-0": ("loss", "loss"),
    "+--": ("forfeit_win", "forfeit_loss"),
    "--+": ("forfeit_loss", "forfeit_win"),
    "---": ("forfeit_loss", "forfeit_loss"),
}
LOSSES = {"loss", "forfeit_loss"}


@dataclass(frozen=True)
class Facts:
    """Derived from the document alone."""

    document: Json

    @property
    def system(self) -> str:
        return str(self.document["system"]["name"])

    @property
    def options(self) -> Json:
        return dict(self.document["system"].get("options") or {})

    @property
    def rounds(self) -> list[Json]:
        return list(self.document.get("rounds", []))

    @property
    def number(self) -> int:
        return len(self.rounds) + 1

    @cached_property
    def players(self) -> dict[int, Json]:
        return {player["id"]: player for player in self.document["players"]}

    @cached_property
    def worth(self) -> dict[str, Fraction]:
        given = {k: Fraction(str(v)) for k, v in self.document.get("scoring", {}).items() if v is not None}
        worth = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "bye": Fraction(1)} | given
        later = {"forfeit_win": worth["win"], "forfeit_loss": Fraction(0), "half_bye": worth["draw"]}
        return later | worth

    def counted(self, number: int, match: Json) -> tuple[str, str]:
        """What a match counts for its two players. Modified Swiss assumes the results of the round before."""
        last = self.document.get("rounds_planned") or 0
        if self.options.get("mode") != "MS" or number != self.number - 1 or self.number >= last:
            return RESULTS[match["result"]]
        if number > 1:
            return RESULTS["1/2-1/2"]
        listed = list(self.players)
        return RESULTS["1-0" if listed.index(match["seats"][0]) < listed.index(match["seats"][1]) else "0-1"]

    @cached_property
    def points(self) -> dict[int, Fraction]:
        total = dict.fromkeys(self.players, Fraction(0))
        for played in self.rounds:
            for match in played["matches"]:
                for player, value in zip(match["seats"], self.counted(played["number"], match), strict=True):
                    total[player] += self.worth[value]
            for bye in played["byes"]:
                value = {"full": "bye", "half": "half_bye"}.get(bye["kind"])
                total[bye["player"]] += self.worth[value] if value else 0
        return total

    @cached_property
    def losses(self) -> dict[int, int]:
        lost = dict.fromkeys(self.players, 0)
        for played in self.rounds:
            for match in played["matches"]:
                for player, value in zip(match["seats"], RESULTS[match["result"]], strict=True):
                    lost[player] += value in LOSSES
        return lost

    @cached_property
    def met(self) -> dict[Pair, int]:
        """Pairs of players who were paired, and the round of their last match."""
        return {
            frozenset(pair): played["number"]
            for played in self.rounds
            for match in played["matches"]
            for pair in combinations(match["seats"], 2)
        }

    @cached_property
    def forbidden(self) -> set[Pair]:
        return {frozenset(pair) for pair in self.document.get("forbidden_pairs", [])}

    @cached_property
    def had_bye(self) -> set[int]:
        return {bye["player"] for played in self.rounds for bye in played["byes"] if bye["kind"] == "full"}

    def takes_part(self, player: int) -> bool:
        about = self.players[player]
        left = about.get("left_after_round")
        return about.get("joined_round", 1) <= self.number and (left is None or self.number <= left)

    @cached_property
    def requests(self) -> dict[int, str]:
        asked = self.document.get("bye_requests", [])
        return {
            r["player"]: r["kind"]
            for r in asked
            if r["round"] == self.number and self.takes_part(r["player"])
        }

    @cached_property
    def considered(self) -> list[int]:
        """Players to be paired: taking part, no bye asked for, not eliminated."""
        limit = self.options.get("elimination")
        most = None if limit in (None, "none", "") else int(limit)
        return [
            player
            for player in self.players
            if self.takes_part(player)
            and player not in self.requests
            and (most is None or self.losses[player] < most)
        ]

    def may_meet(self, a: int, b: int, *, rematches: bool = False) -> bool:
        pair = frozenset((a, b))
        return a != b and pair not in self.forbidden and (rematches or pair not in self.met)

    def legal_graph(self, players: list[int], *, rematches: bool = False) -> dict[int, set[int]]:
        """Everybody's possible opponents among `players`."""
        return {a: {b for b in players if self.may_meet(a, b, rematches=rematches)} for a in players}

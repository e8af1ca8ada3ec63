"""A league written down by hand: seasons, results and who is who, and all that follows from them by the rules.

Rounds come from the rules word for word (`tests.pairing.brute_tiered`, `tests.checker.bracket`), ratings from the
TrueSkill of the tests; nothing here knows the engine. A person is a name.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.checker.bracket import Elimination, next_stage
from tests.pairing.brute_tiered import LOST, League, after_match, next_round

Json = dict[str, Any]
Skill = tuple[float, float]
Pairs = set[frozenset[int]]
NEW: Skill = (25.0, 25.0 / 3)
IN_BRACKET = 10
LOSSES_ALLOWED = 3
# The place of the losers of each round of a bracket of ten: play-ins, quarterfinals, semifinals, final.
PLACES = (9, 5, 3, 2)


class _Unswapped(Elimination):
    """The bracket as it has been played, without swaps in the round to come."""

    def swapped(
        self, seed: dict[int, int], games: list[list[int]], number: int, first: bool
    ) -> dict[int, int]:
        if number > len(self.rounds):
            return {game[0]: game[1] for game in games}
        return super().swapped(seed, games, number, first)


def conservative(skill: Skill) -> float:
    return skill[0] - 3 * skill[1]


@dataclass
class Season:
    """One event. `names` and `persons` by the number of a player; `swiss`: so many rounds before the bracket."""

    number: int
    swiss: int
    names: dict[int, str] = field(default_factory=dict)
    persons: dict[int, str] = field(default_factory=dict)
    joined: dict[int, int] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    requests: list[Json] = field(default_factory=list)
    rounds: list[Json] = field(default_factory=list)
    bracket: list[int] = field(default_factory=list)

    @property
    def rounds_in_all(self) -> int:
        return self.swiss + len(PLACES)

    def add(self, rows: Iterable[Json], person: dict[str, str]) -> None:
        """Players as the API has answered; who they are: the person of that name, unless `person` says otherwise."""
        for row in rows:
            self.names[row["number"]] = row["name"]
            self.persons[row["number"]] = person.get(row["name"], row["name"])
            self.joined[row["number"]] = row["joined_round"]

    def takes_part(self, player: int, number: int) -> bool:
        return self.joined[player] <= number <= self.left.get(player, number)

    def enter(self, number: int, matches: list[Json], byes: list[Json]) -> None:
        self.rounds.append({"number": number, "status": "completed", "matches": matches, "byes": byes})


class Book:
    """All seasons. What is asked about one counts the others before it."""

    def __init__(self) -> None:
        self.seasons: dict[int, Season] = {}

    # --- persons ----------------------------------------------------------------------------------------------------
    def merge(self, keep: str, other: str) -> None:
        for season in self.seasons.values():
            season.persons = {n: keep if who == other else who for n, who in season.persons.items()}

    def persons(self) -> dict[str, set[tuple[int, int]]]:
        """Everybody with the season and number of each player who stands for them."""
        found: dict[str, set[tuple[int, int]]] = {}
        for season in self.seasons.values():
            for number, person in season.persons.items():
                found.setdefault(person, set()).add((season.number, number))
        return found

    # --- what runs through the seasons ------------------------------------------------------------------------------
    def skills(self, before: int = 99) -> dict[str, Skill]:
        """Ratings after all seasons before this one, match by match."""
        now: dict[str, Skill] = {}
        for season in sorted(self.seasons.values(), key=lambda s: s.number):
            if season.number >= before:
                break
            for match in (m for r in season.rounds for m in r["matches"]):
                first, second = (season.persons[p] for p in match["seats"])
                if match["result"] == "0-1":
                    first, second = second, first
                if match["result"] in ("1-0", "0-1"):
                    now[first], now[second] = after_match(now.get(first, NEW), now.get(second, NEW))  # type: ignore[arg-type]
        return now

    def rated(self) -> Counter[str]:
        """How many rated matches each person has."""
        return Counter(
            season.persons[p]
            for season in self.seasons.values()
            for round_ in season.rounds
            for match in round_["matches"]
            if match["result"] in ("1-0", "0-1")
            for p in match["seats"]
        )

    def meetings(self, of: Season) -> set[tuple[int, frozenset[int]]]:
        """The latest earlier season in which two of its players met, at a table, whatever came of it."""
        latest: dict[frozenset[str], int] = {}
        for season in (s for s in self.seasons.values() if s.number < of.number):
            for match in (m for r in season.rounds for m in r["matches"]):
                both = frozenset(season.persons[p] for p in match["seats"])
                latest[both] = max(latest.get(both, season.number), season.number)
        number = {person: n for n, person in of.persons.items()}
        return {
            (season, frozenset(number[person] for person in both))
            for both, season in latest.items()
            if both <= number.keys()
        }

    # --- one season ---------------------------------------------------------------------------------------------------
    def document(self, season: Season) -> Json:
        """The event as the next round sees it, of one system: who is not in the bracket has left before it."""
        skills = self.skills(before=season.number)
        in_bracket = len(season.rounds) >= season.swiss
        players = []
        for player, name in season.names.items():
            mu, sigma = skills.get(season.persons[player], NEW)
            about = {
                "id": player,
                "name": name,
                "mu": mu,
                "sigma": sigma,
                "joined_round": season.joined[player],
            }
            left = season.left.get(player)
            if in_bracket and player not in season.bracket:
                left = min(season.swiss, season.swiss if left is None else left)
            players.append(about if left is None else {**about, "left_after_round": left})
        system = {"name": "tiered", "options": {"elimination": LOSSES_ALLOWED, "ratings": "replayed"}}
        if in_bracket:
            settings = {"after_round": season.swiss, "third_place": True, "ratings": "replayed"}
            system = {"name": "bracket", "options": settings}
        return {
            "system": system,
            "season": season.number,
            "players": players,
            "earlier_meetings": [{"season": n, "players": sorted(both)} for n, both in self.meetings(season)],
            "bye_requests": season.requests,
            "rounds": season.rounds,
        }

    def next_round(self, season: Season) -> tuple[Pairs, list[int]]:
        """Who meets whom and who has the bye, by the rules."""
        if len(season.rounds) >= season.swiss:
            expected = next_stage(self.document(season))
            assert expected is not None
            return {frozenset(pair) for pair in expected[0]}, expected[1]
        answer = next_round(self.document(season))
        assert not answer.impossible and not answer.relaxed
        return {frozenset(pair) for pair in answer.pairs}, answer.byes

    def unswapped(self, season: Season) -> Pairs:
        """Who would meet in the next round of the bracket if nobody changed places in it."""
        expected = _Unswapped(self.document(season)).next
        assert expected is not None
        return {frozenset(pair) for pair in expected[0]}

    def met(self, season: Season) -> Pairs:
        return {frozenset(match["seats"]) for round_ in season.rounds for match in round_["matches"]}

    def lots(self, season: Season, number: int) -> list[tuple[str, str]]:
        """Text and lot of everybody who has come and not gone, in the order they come."""
        texts = [
            unicodedata.normalize("NFC", f"{name}|{season.number}|{number}")
            for player, name in season.names.items()
            if season.takes_part(player, number)
        ]
        return sorted(
            ((text, sha256(text.encode()).hexdigest()[:16]) for text in texts), key=lambda row: row[1]
        )

    def standings(self, season: Season) -> list[tuple[int, int, int, int, float]]:
        """Group, number, wins, losses and strength of schedule, the best first."""
        league, group = League(self.document(season)), self._groups(season)
        order = sorted(
            league.listed, key=lambda p: (group[p], -league.wins[p], league.losses[p], -league.sos[p])
        )
        return [(group[p], p, league.wins[p], league.losses[p], league.sos[p]) for p in order]

    def cut(self, season: Season) -> list[int]:
        """The first ten of those who have not gone."""
        here = [row[1] for row in self.standings(season) if row[1] not in season.left]
        return here[:IN_BRACKET]

    def _groups(self, season: Season) -> dict[int, int]:
        """In the bracket by the best place that can still be reached, everybody else behind it."""
        played = season.rounds[season.swiss :]
        if not played:
            return dict.fromkeys(season.names, 0)
        best = dict.fromkeys(season.bracket, 1)
        for round_, place in zip(played, PLACES, strict=False):
            for match in round_["matches"]:
                for player, lost in zip(match["seats"], LOST[match["result"]], strict=True):
                    if place == PLACES[-1]:  # the final and the match for the third place
                        best[player] += lost
                    elif lost:
                        best[player] = place
        places = sorted(set(best.values()))
        return {p: places.index(best[p]) if p in best else len(places) for p in season.names}


# --- what is played: who comes, and what the results are ------------------------------------------------------------
FIRST = ("Ingrid", "Zoe\u0301", "Łukasz", "Jean-François", "Bo", "Þóra", "Nguyễn", "Kofi")
LAST = ("Lund", "Kjær", "Østergaard", "de la Vega", "王", "Sokolova")
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST]
ANOTHER_SPELLING, MARRIED = "Thora Lund", "Jean-François Lund-Kjær"
NAMESAKE = PEOPLE[7]
LATE = PEOPLE[47]


def field_of(season: int) -> list[str]:
    """The names on the list of a season, forty with the late entry of season 2."""
    other = {PEOPLE[3]: MARRIED, PEOPLE[5]: ANOTHER_SPELLING}
    if season == 1:
        return PEOPLE[:40]
    if season == 2:
        return [other.get(name, name) for name in PEOPLE[:32] + PEOPLE[40:47]]
    return [other.get(name, name) for name in PEOPLE[4:24] + PEOPLE[28:]]


def result_of(seed: str, season: int, number: int, first: str, second: str) -> str:
    """Some result of two names: everybody has a strength, the stronger one mostly wins."""
    stronger = max(first, second, key=lambda name: sha256(f"{seed}|{name}".encode()).digest())
    names = "|".join(sorted((first, second)))
    upset = sha256(f"{seed}|{season}|{number}|{names}".encode()).digest()[0] < 70
    return "1-0" if (stronger == first) != upset else "0-1"

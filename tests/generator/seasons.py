"""Leagues of several seasons as event documents: Swiss rounds by tiers until few are left, then a bracket.

Rounds are paired by whoever is asked (the engine) and played at random. Persons come and go, and change their names and
ids; their ratings and meetings are carried from season to season by this file alone, in plain JSON.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log2
from random import Random
from typing import Any

from tests.pairing.brute_tiered import after_match

Json = dict[str, Any]
Ask = Callable[[Json], Json]  # a document -> the answer of `pair`, or `impossible`, or `refused`
NAMES = ("dok", "Xorlof", "Łukasz", "Zoe\u0301", "Jean-François", "王", "awesomeunleashed", "Kinseth")
SURE = ["1-0", "0-1"]
ODD = ["+--", "--+", "---", "0-0"]


@dataclass
class Person:
    """Somebody of the league; the rating is always that of now."""

    number: int
    name: str
    rating: tuple[float, float] = (25.0, 25 / 3)


class RandomLeague:
    """One league of a seed."""

    def __init__(self, seed: int, sizes: tuple[int, int], ask: Ask, stronger: float | None = None) -> None:
        self.rng, self.ask = Random(seed), ask
        least, most = sizes
        # As many small leagues as large ones: small ones hold the corners.
        self.size = round(least * (most / least) ** self.rng.random())
        self.people = [self._newcomer(number) for number in range(1, self.size + 1)]
        self.met: list[tuple[int, Person, Person]] = []
        self.unrest = self.rng.choice([0.0, 0.01, 0.04])
        drawn = self.rng.choice([0.0, 0.3, 0.9])
        self.stronger = drawn if stronger is None else stronger
        self.odd = self.rng.choice([0.0, 0.03, 0.15])

    def play(self) -> Iterator[tuple[Json, Json]]:
        """Every round of every season: the document before it, and the answer."""
        for season in range(11, 11 + self.rng.randint(2, 4)):
            yield from _Season(self, season).play()
            for one in self.people:
                if self.rng.random() < 0.1:
                    one.name = f"{self.rng.choice(NAMES)} {one.number} ({season})"
            gone = {one.number for one in self.people if self.rng.random() < 0.08}
            self.people = [one for one in self.people if one.number not in gone] or self.people
            while len(self.people) < self.size:
                self.newcomer()

    def newcomer(self) -> Person:
        self.people.append(self._newcomer(1 + max(one.number for one in self.people)))
        return self.people[-1]

    def _newcomer(self, number: int) -> Person:
        return Person(number, f"{self.rng.choice(NAMES)} {number}")


class _Season:
    def __init__(self, league: RandomLeague, number: int) -> None:
        self.league, self.rng, self.number = league, league.rng, number
        entering = [one for one in league.people if self.rng.random() < 0.85]
        entering = entering if len(entering) > 3 else league.people
        ids = self.rng.sample(range(1, 3 * len(entering) + 1), len(entering))
        self.person = dict(zip(ids, entering, strict=True))
        self.limit = self.rng.choice([2, 3, 3, 4, 4])
        self.kind = self.rng.choice(["phases", "phases", "handed over", "handed over", "given"])
        self.swiss = max(1, round(log2(len(ids)) + self.rng.uniform(0, self.limit)))
        self.few = self.rng.choice([2, 3, 4, 6, 8, 16])
        self.document = self._opening()

    def _opening(self) -> Json:
        document: Json = {
            "format": "pairwright-event/1",
            "season": self.number,
            "players": [self._player(id) for id in self.person],
            "earlier_meetings": self._meetings(),
            "forbidden_pairs": self._forbidden(),
            "rounds": [],
            "bye_requests": [],
        }
        tiered = {"name": "tiered", "options": self._tiered()}
        if self.kind != "phases":
            return document | {"system": tiered}
        phases: list[Json] = [{"system": tiered, "rounds": self.swiss}]
        if self.rng.random() < 0.3 and self.swiss > 2:
            first = self.rng.randint(1, self.swiss - 1)
            cut = self._cut(2)
            phases = [
                {"system": tiered, "rounds": first},
                {"system": tiered, "rounds": self.swiss - first, "cut": cut},
            ]
        phases.append({"system": {"name": "bracket", "options": self._bracket()}, "cut": self._cut(1)})
        chain = ["losses", {"name": "strength_of_schedule", "ratings": "replayed"}]
        return document | {"phases": phases, "tiebreaks": chain}

    def _tiered(self) -> Json:
        options: Json = {"elimination": self.limit}
        if self.kind != "given":
            options["ratings"] = "replayed"
        if self.rng.random() < 0.3:
            options["rematch_seasons"] = self.rng.choice([0, 1, 3])
        if self.rng.random() < 0.2:
            options["order"] = "mu"
        if self.rng.random() < 0.1:
            options["split_by_wins"] = True
        return options

    def _bracket(self) -> Json:
        options: Json = {"third_place": self.rng.random() < 0.3}
        if self.kind != "given":
            options["ratings"] = "replayed"
        if self.rng.random() < 0.15:
            options["reseed_layers"] = False
        return options

    def _cut(self, halvings: int) -> Json:
        if self.rng.random() < 0.5:
            return {"losses": max(self.limit - 1 - self.rng.randint(0, 1), 1)}
        return {"rank": max(2, len(self.person) // 2**halvings // self.rng.choice([1, 2, 4]))}

    def _player(self, id: int, joined: int = 1) -> Json:
        one = self.person[id]
        mu, sigma = one.rating
        return {"id": id, "name": one.name, "mu": mu, "sigma": sigma, "joined_round": joined}

    def _meetings(self) -> list[Json]:
        id_of = {one.number: id for id, one in self.person.items()}
        return [
            {"season": season, "players": [id_of[a.number], id_of[b.number]]}
            for season, a, b in self.league.met
            if a.number in id_of and b.number in id_of
        ]

    def _forbidden(self) -> list[list[int]]:
        if len(self.person) < 6 or self.rng.random() < 0.8:
            return []
        found = {tuple(sorted(self.rng.sample(list(self.person), 2))) for _ in range(len(self.person) // 3)}
        return [list(pair) for pair in sorted(found)]

    # --- rounds -----------------------------------------------------------------------------------------------------
    def play(self) -> Iterator[tuple[Json, Json]]:
        while True:
            number = len(self.document["rounds"]) + 1
            self._come_and_go(number)
            self._hand_over(number)
            answer = self.league.ask(self.document)
            yield self.document, answer
            if not answer.get("matches"):
                return
            self._enter(answer)

    def _hand_over(self, number: int) -> None:
        """The bracket, once few are left: the same event goes on with another system."""
        if self.kind == "phases" or self.document["system"]["name"] == "bracket":
            return
        left = sum(lost < self.limit for lost in self._losses().values())
        if number > 1 and (left <= max(self.few, 2) or number > self.swiss + 4):
            options = self._bracket() | {"after_round": number - 1, "elimination": self.limit}
            self.document["system"] = {"name": "bracket", "options": options}

    def _losses(self) -> dict[int, int]:
        lost = {p["id"]: 0 for p in self.document["players"] if "left_after_round" not in p}
        for played in self.document["rounds"]:
            for match in played["matches"]:
                first, second = match["seats"]
                for player, results in (
                    (first, ("0-1", "--+", *ODD[2:])),
                    (second, ("1-0", "+--", *ODD[2:])),
                ):
                    if player in lost:
                        lost[player] += match["result"] in results
        return lost

    def _come_and_go(self, number: int) -> None:
        rng, unrest = self.rng, self.league.unrest
        self.document["bye_requests"] = []
        for one in self.document["players"]:
            if "left_after_round" in one:
                continue
            if number > 1 and rng.random() < unrest / 2:
                one["left_after_round"] = number - 1
            elif rng.random() < unrest:
                kind = rng.choice(["half", "zero", "absent", "absent"])
                self.document["bye_requests"].append({"player": one["id"], "round": number, "kind": kind})
        if 1 < number <= 3 and rng.random() < 4 * unrest:
            id = 1 + max(self.person)
            self.person[id] = self.league.newcomer()
            self.document["players"].append(self._player(id, number))

    def _enter(self, answer: Json) -> None:
        matches = []
        for match in answer["matches"]:
            a, b = match["seats"]
            one, other = self.person[a], self.person[b]
            ahead = 0.5 if one.rating[0] > other.rating[0] else -0.5
            result = SURE[0] if self.rng.random() < 0.5 + self.league.stronger * ahead else SURE[1]
            if self.rng.random() < self.league.odd:
                result = self.rng.choice(ODD)
            matches.append({"table": match["table"], "seats": [a, b], "result": result})
            self.league.met.append((self.number, one, other))
            if result == "1-0":
                one.rating, other.rating = after_match(one.rating, other.rating)
            elif result == "0-1":
                other.rating, one.rating = after_match(other.rating, one.rating)
        byes = [{"player": b["player"], "kind": b["kind"]} for b in answer["byes"]]
        played = {"number": answer["round"], "status": "completed", "matches": matches, "byes": byes}
        self.document["rounds"].append(played)
        if self.kind == "given" and self.document["system"]["name"] == "tiered":
            for about in self.document["players"]:
                about["mu"], about["sigma"] = self.person[about["id"]].rating
